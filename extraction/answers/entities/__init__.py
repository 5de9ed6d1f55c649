"""Rows of several pages as entities: which rows describe the same one, and their data in one.

Imported by `crawler.spiders`. Imports `schema` and `schema_answer`.
"""
