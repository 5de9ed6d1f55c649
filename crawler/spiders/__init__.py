"""One spider per noun; `base` holds what they share. Also run by `scrapy crawl`. Imported by `crawler.runner`."""
