"""Runs watches: starts the checks that are due as ordinary jobs, and ends those whose job has ended.

Two threads of every worker. Any number of workers share the rows of `watch`: each is claimed with SKIP LOCKED.
"""
