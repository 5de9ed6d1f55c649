"""The threads of an API process, and the database connections that they need."""

from __future__ import annotations

# Views hold a thread for milliseconds. A few threads are reserved for readiness, metrics and cancellation under load.
FLASK_THREADS = 16
RESERVED_THREADS = 2
# They read the events of all streams.
EVENT_THREADS = 8
# One for each thread, so that none waits for a connection. The heartbeat has a separate connection.
DATABASE_CONNECTIONS = FLASK_THREADS + 2 * RESERVED_THREADS + EVENT_THREADS
# A statement without an answer is given up after this time: less than the limit of Postgres, because callers wait.
ANSWER_SECONDS = 20.0
