"""The search index over captured pages: its rows, and the queries on them.

Written by `crawler.pipelines.record`, read by the search provider `index`.
"""
