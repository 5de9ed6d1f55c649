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


# Longer texts of a stored result are downloads: a page of 25 MB would take ten times its size in memory.
INLINE_CHARS_MAX = 500_000


def context(
    operation: str, value: Any, workspace_id: UUID, *, json_text: str | None, file_name: str, download_url: str | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The values for a result of an operation.

    Args:
        json_text: the raw JSON. Empty when a script fills it in, None to show no JSON.
        file_name: the name of the downloaded JSON.
        download_url: where the result is, for texts that are too long to show. None shows texts of any length.
    """
    result = sections.fitted(operation, value)
    return {
        **_tools(workspace_id),
        "result": result,
        "sections": sections.sections_of(operation, result),
        "json_text": json_text,
        "file_name": file_name,
        "download_url": download_url,
        "fits": _always if download_url is None else _Budget().take,
    }


def _always(text: str) -> bool:
    return True


class _Budget:
    """The characters that the texts of one page may still have."""

    def __init__(self) -> None:
        self._left = INLINE_CHARS_MAX

    def take(self, text: str) -> bool:
        """Whether a text may be shown. If so, its length is subtracted from the rest."""
        if len(text) > self._left:
            return False
        self._left -= len(text)
        return True


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
