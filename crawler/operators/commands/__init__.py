"""Commands that this project adds to `scrapy`."""
