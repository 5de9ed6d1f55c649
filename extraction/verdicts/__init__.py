"""Classifies pages: bot wall, application shell, complete, usable.

Imported by the readers of whole pages and by the crawler; imports `document` and `links`.
"""
