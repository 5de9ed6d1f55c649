"""Compares two visits of a page: what a reader would call a change, a diff, changed fields, a picture of both screenshots.

Pure: no network, clock or database. Equal input gives equal output. Runs in the reading pool.
Imported by higher layers for watches. Imports the lower layers of `extraction` only.
"""
