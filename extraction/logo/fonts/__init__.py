"""The fonts of monograms: Noto Sans Bold, one file per script.

Imported by `extraction.logo.monogram` only. ATTRIBUTION.md has source and licence.
"""
