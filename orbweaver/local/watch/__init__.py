"""Watches in the process of a command: the state file, the times of checks, a check, and its report.

What counts as a change is decided by `extraction.changes`, as in the service.
"""
