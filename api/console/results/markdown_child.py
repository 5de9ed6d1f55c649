"""The process that renders long texts for `markdown`."""

from __future__ import annotations

from api import child_process
from api.console.results import markdown

if __name__ == "__main__":
    markdown.render_here("*ready*")
    child_process.serve(lambda text: markdown.render_here(text.decode()).encode())
