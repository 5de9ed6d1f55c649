"""What sites ask of crawlers: robots.txt and Crawl-delay.

Imported by `middlewares`, `jobs` and above; imports nothing of the crawler above `capture`.
"""
