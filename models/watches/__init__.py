"""Watches: what is visited and when, the checks, and the versions of their pages.

The schedule is the rows of `watch`. A check runs an ordinary job: it is held, charged and shared as that one.
Locks are acquired in the order watch, job, page, workspace.
"""
