"""Finds the main content of a page: blocks, features and the learned model. Applies CSS selectors, removes advertising.

Imported by `page`, `brand`, `changes`, `crawler.rendering` and `training`; imports only `document`.
"""
