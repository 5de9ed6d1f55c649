"""A position in a list, as an earlier answer returned it in `nextCursor`."""

from __future__ import annotations

from typing import Any

from marshmallow import validate

from contract.fields.basic import Text

MAX_CHARS = 200
NUMBER = "^[0-9]{1,18}$"
ID = "^[0-9a-f]{32}$"
# A position in the order in which the pages of a job ended: microseconds since 1970 and the page's number; or, after `n`, a
# page's number in the order of discovery.
PAGE_POSITION = "^(e[0-9]{1,17}-[0-9]{1,9}|n[0-9]{1,9})$"
DELIVERY_POSITION = "^e[0-9]{1,17}-[0-9]{1,9}$"


class Cursor(Text):
    """A cursor of one list. Callers treat it as opaque; `pattern` is its form."""

    def __init__(self, pattern: str, **kwargs: Any) -> None:
        message = "must be the `nextCursor` of an earlier answer"
        super().__init__(**kwargs)
        self.validators = [validate.Regexp(pattern.replace("$", r"\Z"), error=message)]
        # Not published: the form may change.
        self.metadata = {**self.metadata, "published": {"pattern": "^[!-~]+$", "maxLength": MAX_CHARS}}
