"""Callers' JSON Schemas: whether one is valid, its keywords and references, and the checked value (`json_schema.py`).

Imported by every package that takes a schema; imports only `contract`.
"""
