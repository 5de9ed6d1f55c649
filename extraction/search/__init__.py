"""Text for the search index: the words of a page and of a query, and the passage that a search result shows.

Imported by the readers (`extraction.crawled_page`) and by the search provider `index`. Pure, like all of `extraction`.
"""
