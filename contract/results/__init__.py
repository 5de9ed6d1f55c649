"""What a caller gets back: one file per noun, `job.py` for acknowledgements and statuses.

The same `option()` statements as the options, so the dump and the documentation cannot part.
Imported by every floor; imports only `contract`.
"""
