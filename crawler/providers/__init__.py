"""Clients of services outside this installation: language models and search engines.

Imported by `crawler.answers` and above, and by `orbweaver doctor`.
"""
