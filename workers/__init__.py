"""Work behind the answer: the mailbox (`queue`), the actors (`run`, `sweep`) and the process that runs them (`main`).

`queue` knows no actor and may be imported by api; actors import crawler, models and extraction; nobody imports actors
but `main`, and nobody imports `main` but dramatiq's command line.
"""
