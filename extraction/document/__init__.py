"""Bytes and headers in, text and one parsed tree out: encodings, HTML, PDF, plain text, and changes to the tree.

The lowest room of `extraction`: imported by all others, imports only `contract`.
"""
