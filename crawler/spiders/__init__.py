"""One spider per operation; `base` is shared. Imported by `crawler.runner`; `scrapy crawl` runs them too."""
