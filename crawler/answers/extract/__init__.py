"""The pages of one extract: which they are, how each is fetched and answered, and how many the credits suffice for.

Imported by `crawler.spiders`.
"""
