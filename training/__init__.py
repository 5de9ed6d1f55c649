"""Trains the main-content model on annotated pages. For developers: not part of the installed product.

Needs lightgbm and numpy, which the service does not need. See `python -m training --help`.
"""
