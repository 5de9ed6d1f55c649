"""Workspaces, their API keys and their credits.

May be imported by every other folder of `models`. Imports no other folder.
"""
