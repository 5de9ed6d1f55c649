"""Components that only `scrapy crawl` uses: feeds, log lines and the command itself.

`settings.py` names them. No module imports them.
"""
