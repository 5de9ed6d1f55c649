"""Background work: the job queue (`queue`), the actors (`run`, `sweep`) and the process that runs them (`main`).

`queue` imports no actor, and `api` may import it. Actors import crawler, models and extraction. Only `main` imports
actors, and only dramatiq's command line imports `main`.
"""
