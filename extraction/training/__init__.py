"""How the model of main content is made from annotated pages. Runs on a developer's machine, never in the service.

Needs lightgbm and numpy, which the service does not. `python -m extraction.training --help` tells the rest.
"""
