"""Judgements about a page: is it a bot wall, the shell of an application, complete, usable?

Imported by `page` and `crawler`; imports `document` and `links`.
"""
