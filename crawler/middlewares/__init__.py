"""Downloader middlewares, one per file. `crawler.settings` lists their order and the reasons for it."""
