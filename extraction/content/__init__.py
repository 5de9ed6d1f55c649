"""Finds the main content of a page: blocks, features and the learned model. Applies CSS selectors, removes advertising.

Imported by `page` and `training`; imports `document` and `links`.
"""
