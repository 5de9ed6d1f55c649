"""Answers about one page: data that follows a schema, and summaries. The page's own data first, then the language model.

Imported by `crawler.pipelines`, `crawler.spiders` and `workers.process`.
"""
