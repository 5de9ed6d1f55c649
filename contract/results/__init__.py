"""The results of each operation: one file per noun. `job.py` has acknowledgements and statuses.

Results are declared with `contract.declare.option`, like options, so that the OpenAPI document matches the answers.
Imported by every package; imports only `contract`.
"""
