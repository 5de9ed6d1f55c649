"""Finds the images of a home page that may be the company's logo, and excludes those of its customers and partners.

Imported by `extraction.brand` and `crawler.spiders.brands`.
"""
