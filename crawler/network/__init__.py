"""The address policy where sockets open, the look-up of host names, and connections to hosts of several addresses.

Imported by `fetching` and `rendering`, which share it; imports `contract.addresses`.
"""
