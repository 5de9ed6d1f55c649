"""The address policy, applied where sockets open; DNS look-ups; connections to hosts with several addresses.

Imported by `fetching`, `rendering`, `resources`, `middlewares.location`, `runner` and `workers.deliver`. Imports
`contract.addresses`.
"""
