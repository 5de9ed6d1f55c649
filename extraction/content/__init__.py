"""The main content of a page: blocks, features, the model and its choice; the caller's selectors, advertising and banners.

Imported by `page` and `training`; imports `document` and `links`.
"""
