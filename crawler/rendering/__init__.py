"""Rendering: an extended scrapy-playwright handler, the browser and its driver, the filtering proxy, page settling.

Imported by `download`, `resources` and packages above them. Does not import `fetching`.
"""
