"""Text for the search index: the words of a page and of a query, and the passage that a search result shows.

Imported by `extraction.crawled_page`, by the crawler, and by the search in the guides. Pure, like all of `extraction`.
"""
