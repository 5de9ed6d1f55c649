"""Callers' JSON Schemas: whether one is valid, its keywords and references, and the checked value (`json_schema.py`).

Imported by `contract`, by `extraction/answers`, and by the spiders and commands that take a schema.
"""
