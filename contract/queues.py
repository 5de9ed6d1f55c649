"""The names of the queues. Imports nothing, so that commands start fast."""

# A scrape is short and its caller waits for it, so a long job must not delay one.
SCRAPE_QUEUE = "scrape"
JOBS_QUEUE = "jobs"
# Crawls and batches. Each message is a slice: a worker claims pages of the job for a few seconds.
PAGES_QUEUE = "pages"
# Events of jobs that a relay delivers. They wait in Postgres, the work of the other queues in Redis.
WEBHOOKS_QUEUE = "webhooks"

MESSAGE_QUEUES = (SCRAPE_QUEUE, JOBS_QUEUE, PAGES_QUEUE)
# In the order in which operators see them.
QUEUES = (*MESSAGE_QUEUES, WEBHOOKS_QUEUE)
