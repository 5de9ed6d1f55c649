"""The rules of the SVG sanitiser: allowed names, safe CSS, references that multiply parts.

Imported by `extraction.logo.sanitise` only.
"""
