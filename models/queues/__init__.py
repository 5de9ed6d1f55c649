"""The queues as an operator sees them: what waits, runs and failed, and what an operator does about it.

May be imported by `workers`, `api` and the command line. The number of messages in Redis is in `workers.overview`.
"""
