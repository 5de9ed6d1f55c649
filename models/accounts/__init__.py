"""Workspaces, their API keys and their credits.

May be imported by every other room of `models`. Imports no other room.
"""
