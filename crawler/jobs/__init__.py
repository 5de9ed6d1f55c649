"""Jobs of many pages: a claimed page becomes a request, and what came of it becomes its end;
the frontier in Postgres and in memory; the sitemap walk.

Imported by `spiders`, `runner` and `workers`; imports everything of the crawler below `spiders`.
"""
