"""Reads style sheets as far as a brand needs them: custom properties, colours, background images, fonts.

Imported by `extraction.brand` only.
"""
