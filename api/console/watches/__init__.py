"""What the pages of watches need: `form` reads and fills the form of a watch, `prefill` fills it from other calls, `words` says a
schedule and a condition in words, `side_by_side` makes rows of a diff, `marks` marks changed words, `summary` is a watch in a list.

Imported by `api.console.views`.
"""
