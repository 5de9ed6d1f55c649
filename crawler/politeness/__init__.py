"""Rules of sites for crawlers, robots.txt and Crawl-delay, and the slots of hosts.

Imported by `resources` and above. Imports no module of the crawler above `capture`.
"""
