"""Programs for those who maintain the project, in a clone.

`bootstrap` installs (`make setup`), `documentation` and `rest_generator` write the generated parts of `docs/` and of the Python
client, `lock` updates the lock files, `bill_of_materials` and `advisories` say what the service consists of and what is known
against it, `fuzz` tries what reads foreign bytes. Not in the wheel; the product imports nothing from here.
"""
