"""Storage. Each file holds one table or one operation on its rows. Alembic migrations are in `migrations`.

Functions take a connection inside the caller's transaction, so that several calls commit together.
May be imported by crawler, workers, api and the command line; imports only `contract`.
"""
