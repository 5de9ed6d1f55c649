"""What all packages share: options, results, limits, prices, errors, operations, settings.

No I/O, except that `environment` reads the process environment and `process` configures logging.
Imported by every package; imports no other package of this project, and no framework except marshmallow.
"""
