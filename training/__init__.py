"""Makes the model of main content from annotated pages. For developers: not part of the installed product.

Needs lightgbm and numpy, which the service does not. `python -m training --help` says the rest.
"""
