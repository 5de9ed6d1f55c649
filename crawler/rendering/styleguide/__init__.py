"""Observes the styles of settled pages: a script that reads computed styles, and its loader.

The script runs in the page, in an isolated world. Imported by `crawler.spiders.brands`.
"""
