"""The parts of a caller's JSON Schema: its keywords, its references, and the schema as a command-line argument.

`contract/json_schema.py` uses them. Imported by `contract` and by the spiders and commands that take a schema.
"""
