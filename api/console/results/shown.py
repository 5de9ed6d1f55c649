"""The values that the template `results/shown.html` needs to show a result."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlencode
from uuid import UUID

from api.console.results import markdown, sections
from api.console.results.evidence import Marked, mark

_COLOR = re.compile("#[0-9a-fA-F]{6}")
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")


def context(
    operation: str, value: Any, workspace_id: UUID, *, json_text: str | None, label: str, file_name: str = "result.json"
) -> dict[str, Any]:
    """The values for a result of an operation.

    Args:
        json_text: the raw JSON. Empty when a script fills it in, None to show no JSON.
        label: what the tabs are for.
        file_name: the name of the downloaded JSON.
    """
    result = sections.fitted(operation, value)
    return {
        **_tools(workspace_id),
        "result": result,
        "sections": sections.sections_of(operation, result),
        "json_text": json_text,
        "label": label,
        "file_name": file_name,
    }


def evidence_context(text: str, fields: Any) -> dict[str, Any]:
    """The values of `results/evidence.html`: a page's text with the passages of its extracted values.

    Args:
        fields: the `fields` of an extracted page.
    """
    proofs = fields if isinstance(fields, dict) else {}
    passages = {
        str(name): proof["evidence"]
        for name, proof in proofs.items()
        if isinstance(proof, dict) and isinstance(proof.get("evidence"), str)
    }
    marked: Marked = mark(text, passages)
    return {"marked": marked, "found": len(passages) - len(marked.missing)}


def _tools(workspace_id: UUID) -> dict[str, Any]:
    """What the templates of sections call."""

    def logo_url(domain: str, logo_type: str | None) -> str:
        query = urlencode({"type": logo_type or "icon"})
        return f"/console/{workspace_id}/brand-logo/{quote(domain, safe='')}?{query}"

    return {
        "is_web_url": markdown.is_web_url,
        "markdown": markdown.Renderer(),
        "markdown_max": markdown.CHARS_MAX,
        "rows_max": sections.ROWS_MAX,
        "facts_of": sections.facts_of,
        "as_text": sections.as_text,
        # Other values could refer to documents of other sites.
        "color": lambda value: value if _COLOR.fullmatch(str(value)) else "none",
        "pretty": sections.pretty,
        "logo_url": logo_url,
        "words": lambda name: " ".join(_WORD.findall(name)).capitalize(),
    }
