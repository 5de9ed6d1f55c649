"""Brand lookups: fetching a company's pages and logos, and storing what was read.

Imported by `crawler.spiders` and the command line.
"""
