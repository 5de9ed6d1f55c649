"""Everything that a reader needs, loaded by importing this module: once, in the process that readers are forked from.

What is loaded then is never looked through for garbage again, so readers share its memory instead of copying it.
"""

from __future__ import annotations

# The microdata reader is imported here by name, since pages without microdata never load it.
import extruct.w3cmicrodata  # noqa: F401

import extraction.page  # noqa: F401
from contract import memory
from extraction.content.main_content import shipped_model
from extraction.links.sites import site_of

shipped_model()
site_of("http://www.example.com/")
memory.release_startup_memory()
