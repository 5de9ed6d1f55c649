"""Rules of sites for crawlers: robots.txt and Crawl-delay.

Imported by `middlewares`, `jobs` and above. Imports no module of the crawler above `capture`.
"""
