"""The HTTP door: JSON in, job posted, answer out.

May be imported by the command line only; imports contract, models and `workers.queue`, never scrapy, crawler or an
actor, so that an API process stays small and starts at once.
"""
