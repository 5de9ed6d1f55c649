"""The address policy where sockets open, and the look-up of host names.

Imported by `fetching` and `rendering`, which share it; imports `contract.addresses`.
"""
