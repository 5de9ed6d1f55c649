"""What every process of the service needs for itself: its log lines, the ids in them, and memory given back to the system.

Imported by every package; imports only `contract`.
"""
