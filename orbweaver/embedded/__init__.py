"""Postgres and the Redis-compatible server that `orbweaver up` starts when no URL is set.

Imported by `orbweaver.up` and by tests.
"""
