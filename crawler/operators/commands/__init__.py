"""Commands that `scrapy` has here beside its own."""
