"""Storage: a table, or one step in the life of its rows, in one file; Alembic migrations beside them.

Functions take a connection inside a transaction that the caller owns, so that several of them make one unit.
May be imported by crawler, workers, api and the command line; imports only `contract`.
"""
