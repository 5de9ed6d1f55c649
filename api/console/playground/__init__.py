"""The playground: forms generated from the options of the operations, and the equal calls in other languages.

`offered` lists the operations, `inputs` describes a form, `filled_form` reads one, `snippets` writes the calls. All of them are
pure. Imported by `api.console.views`.
"""
