"""Background work: the job queue (`queue`), the actors (`run`, `sweep`), the process that runs them (`process`) and
its entry point (`main`).

`queue`, `mailbox`, `overview` and `interventions` import no actor, and `api` may import them. Actors import crawler, models
and extraction. Only `process` imports actors, only `main` imports `process`, and only dramatiq's command line imports `main`.
"""
