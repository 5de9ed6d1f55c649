"""Firecrawl's words for results: what its interface (`api.firecrawl`) and the webhooks of jobs that were started there share."""
