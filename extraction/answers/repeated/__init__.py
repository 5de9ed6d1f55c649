"""Repeated blocks of a page whose names say what they are: `<section class="scorers">` with an entry per player.

Each block is read as cells, and the cells of all blocks as columns. `extraction/answers` fills lists of objects from them.
"""
