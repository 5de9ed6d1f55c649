"""What goes to a language model and what came back: pages in parts, parsed replies, and the check of answers by the page.

Pure: runs in the reading pool. Imported by `extraction.changes` and `crawler.answers`.
"""
