"""Regular expressions that callers send to choose the pages of a crawl."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from contract import limits, patterns
from contract.fields.basic import Text, at_most


class PathPattern(Text):
    """A regular expression in RE2 syntax. It is searched for in a URL's path and query."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_chars=1, max_chars=limits.PATTERN_MAX_CHARS, **kwargs)
        published = {"maxLength": limits.PATTERN_MAX_CHARS}
        self.metadata = {**self.metadata, "published": published, "example": "/blog/.*"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = super()._deserialize(value, attr, data, **kwargs)
        # Checked before the pattern is compiled; the validators run after it.
        if len(text) > limits.PATTERN_MAX_CHARS:
            raise ValidationError(at_most(limits.PATTERN_MAX_CHARS, "characters"))
        if problem := patterns.problem_of(text):
            raise ValidationError(problem)
        return text
