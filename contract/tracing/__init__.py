"""Traces of OpenTelemetry: spans of calls, jobs, pages, fetches, and calls of language models and webhooks.

`spans.py` is the interface. `export.py` is the only file that imports OpenTelemetry, and is imported only when
OTEL_EXPORTER_OTLP_ENDPOINT is set. Imported by every package; imports only `contract`.
"""
