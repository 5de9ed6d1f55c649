"""The types of options: one file per kind of value. Each field checks a value and describes itself in the OpenAPI document.

`basic` has text, numbers, flags, lists and JSON objects; the other files have one kind of web value each.
To add one: subclass a field of `basic`, check in `_deserialize`, put its JSON Schema into `metadata["published"]`.
Imported by every package; imports no other package of this project than `contract`.
"""
