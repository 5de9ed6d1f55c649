"""What every process of the service needs for itself: its log lines, the ids in them, memory given back to the system, its end
with its parent.

Imported by every package; imports only `contract`.
"""
