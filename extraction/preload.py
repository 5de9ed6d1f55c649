"""Importing this module loads everything that a reading process needs. The process pool forks its processes afterwards.

The loaded objects are excluded from garbage collection, so that forked processes share their memory.
"""

from __future__ import annotations

from importlib import import_module

from contract.process import memory
from extraction.content import models
from extraction.links.sites import site_of

LOADED = (
    "extraction.page",
    "extraction.images",
    "extraction.answers.answered_page",
    "extraction.answers.entities.merged",
    "extraction.answers.replies.conclusion",
    "extraction.answers.replies.sentences",
    "extraction.brand.home_page",
    "extraction.brand.resolve",
    "extraction.brand.styleguide.record",
    # Otherwise imported only when a page contains microdata.
    "extraction.declared.microdata_parser",
)

for module in LOADED:
    import_module(module)
models.shipped()
site_of("http://www.example.com/")
memory.release_startup_memory()
