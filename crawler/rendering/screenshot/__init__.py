"""Screenshots of settled pages: what covers a page is removed, then the page is scrolled through and captured.

The scripts run in the page, in an isolated world. Imported by `crawler.spiders.screenshot`.
"""
