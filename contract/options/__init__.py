"""What a caller may ask for: one file per noun, `page.py` holds the options that several nouns share.

Each class is one statement per option (`contract.declare.option`), from which the loader, the JSON Schema and
the `-a` arguments of a spider are made. Imported by every floor; imports only `contract`.
"""
