"""What goes to a language model and what came back: pages in parts, parsed answers, and the check of answers by the page.

Pure: runs in the reading pool. Imported by `preload` and `crawler.shaping`; imports `shaped` and `contract`.
"""
