"""The OpenAPI document: what is added to the description of the routes that apispec makes from the schemas.

`api.documentation` imports this package, and serves the document. To add an operation: an example in `examples.json`.
"""
