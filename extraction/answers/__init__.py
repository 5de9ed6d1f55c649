"""Answers a caller's JSON Schema from what one page declares and shows, each value with its evidence. Merges rows of entities.

`answered_page` is the entry point for the reading pool. Pure: no network, clock or database; equal input gives equal output.
Imported by `crawled_page`, `changes` and the crawler; imports `page`, `declared`, `links` and `document`.
"""
