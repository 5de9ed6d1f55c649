"""PDFs with known content: generated documents, their scores, and those of other libraries.

Nothing imports this package. Run it with `python -m benchmarks.pdf`; benchmarks/README.md says what it needs.
"""
