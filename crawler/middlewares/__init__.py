"""Downloader middlewares, one per file; their order and the reasons for it stand in `crawler.settings`."""
