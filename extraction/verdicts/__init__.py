"""Classifies pages: bot wall, application shell, complete, usable.

Imported by `page` and `crawler`; imports `document` and `links`.
"""
