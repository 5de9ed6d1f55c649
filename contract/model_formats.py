"""The formats that need a language model, and the error when none is configured."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from contract.errors import ServiceUnavailable
from contract.options.page import MODEL_FORMATS


def formats_of_model(options: Any) -> tuple[str, ...]:
    """The requested formats of any operation's options that only a language model can give.

    `json` with a schema is not one of them: the page may answer the schema itself, which is known once it is read.
    """
    of_pages = getattr(options, "scrape_options", options)
    json_options = getattr(of_pages, "json_options", None)
    can_be_declared = json_options is not None and json_options.schema is not None
    formats = MODEL_FORMATS.intersection(getattr(options, "formats", ()))
    return tuple(sorted(name for name in formats if name != "json" or not can_be_declared))


def require_model(options: Any, unset: Collection[str]) -> None:
    """Reject formats that only a language model can give, when none is configured.

    Args:
        unset: the settings that a model needs and that are not set.
    Raises:
        ServiceUnavailable: the message names them.
    """
    requested = formats_of_model(options) if unset else ()
    if requested:
        needs = f"formats {' and '.join(requested)} need" if len(requested) > 1 else f"format {requested[0]} needs"
        raise ServiceUnavailable(f"The {needs} a language model: set {' and '.join(unset)}.")
