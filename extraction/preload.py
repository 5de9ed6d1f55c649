"""Importing this module loads everything that a reading process needs. The process pool forks its processes afterwards.

The loaded objects are excluded from garbage collection, so that forked processes share their memory.
"""

from __future__ import annotations

import extraction.brand.home_page
import extraction.brand.resolve
import extraction.brand.styleguide.record

# Otherwise imported only when a page contains microdata.
import extraction.declared.parsers.microdata
import extraction.grounding.answers
import extraction.grounding.sentences
import extraction.images
import extraction.page
import extraction.shaped.shaped_page  # noqa: F401
from contract.process import memory
from extraction.content import models
from extraction.links.sites import site_of

models.shipped()
site_of("http://www.example.com/")
memory.release_startup_memory()
