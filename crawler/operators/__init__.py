"""What `scrapy crawl` adds for operators: feeds, log lines and the command itself.

Named in `settings.py` only; nothing imports it.
"""
