"""Writes the tables and examples of `docs/` from the contract and the OpenAPI document (`make docs`).

`regions` finds the marked parts of a page and fills them. The other files each write one group of parts. Nothing imports this
package but its own `__main__` and the tests.
"""
