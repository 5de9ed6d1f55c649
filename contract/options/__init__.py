"""The options of each operation: one file per operation. `page.py` holds the options that several operations share.

Each option is one `contract.declare.option` call. The loader, the OpenAPI document and the command-line arguments are
made from it. Imported by every package; imports only `contract`.
"""
