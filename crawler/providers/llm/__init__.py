"""Language models: the provider-neutral request and answer, and the client of OpenAI-compatible servers.

Imported by `crawler.answers`, `crawler.pipelines` and `orbweaver doctor`.
"""
