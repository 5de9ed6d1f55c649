"""All fetching: spiders, middlewares, pipelines, the browser and the address policy. Imports no queue.

May be imported by workers and the command line; imports models, extraction and contract. `runner` is the only file that
touches the reactor.
"""
