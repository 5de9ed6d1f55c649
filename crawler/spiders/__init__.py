"""One spider per operation; `base` is shared. `crawler.runner` and `scrapy crawl` run them."""
