"""Results of operations as HTML: which sections a result has, Markdown, and passages marked in a text.

Values come from web pages and from the browser: `fitted` drops what does not fit the declared result, templates escape the
rest. Imported by `api.console.views`.
"""
