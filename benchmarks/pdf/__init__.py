"""PDFs with known content: generated documents, their scores, and those of other libraries.

Nothing imports this package. Run it with `python -m benchmarks.pdf`; benchmarks/results/pdf.md says what it needs.
"""
