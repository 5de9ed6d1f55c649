"""Jobs of many pages: requests for claimed pages, the ends of pages, the frontiers in Postgres and in memory,
and the traversal of sitemaps.

Imported by `answers.extract`, `spiders`, `workers` and `orbweaver`. May import everything in the crawler below `spiders`.
"""
