"""Reads RDFa with extruct and pyRdfa. The import is slow and large: import this only for a page with RDFa."""

from __future__ import annotations

import json
from typing import Any

import extruct.rdfa  # noqa: F401 adds the prefixes of Open Graph to pyRdfa
from extruct.utils import parse_xmldom_html
from pyRdfa import Options
from pyRdfa import pyRdfa as PyRdfa
from rdflib import Graph

EntityObject = dict[str, Any]


class _Quiet(Options):
    """pyRdfa's options, without the messages about errors of the page. Each would repeat an attribute of the page."""

    def _ignore(self, *_: Any, **__: Any) -> None:
        return None

    add_warning = add_info = add_error = _ignore


def read(text: str, base_url: str) -> list[EntityObject]:
    """The RDFa subjects of an HTML text, as expanded JSON-LD in any order."""
    page = parse_xmldom_html(text, encoding="UTF-8")
    options = _Quiet(embedded_rdf=False, vocab_expansion=False, vocab_cache=False)
    graph = PyRdfa(options, base=base_url).graph_from_DOM(page, graph=Graph())
    subjects: list[EntityObject] = json.loads(graph.serialize(format="json-ld", auto_compact=False))
    return subjects
