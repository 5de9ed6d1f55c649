"""Reads an upload in multipart form, as clients of Firecrawl send it: the fields `file` and `options`."""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

from werkzeug.exceptions import HTTPException
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from api.firecrawl.call import Upload
from api.firecrawl.failures import bad_request

# A form has two fields; some clients add more.
_PARTS_MAX = 20
_KIND = "multipart/form-data"


class Form(NamedTuple):
    """The fields of a form. `options` is JSON text."""

    options: bytes
    upload: Upload | None


def read(content_type: str, body: bytes) -> Form:
    """The fields of an upload.

    Raises:
        Refused: the body is not such a form.
    """
    kind, parameters = parse_options_header(content_type)
    if kind != _KIND or not parameters.get("boundary"):
        raise bad_request("body", f"must be {_KIND} with the fields file and options")
    parser = FormDataParser(
        # Nothing is written to the disk: the body is in memory already.
        stream_factory=lambda *_, **__: BytesIO(), max_form_parts=_PARTS_MAX, max_form_memory_size=len(body), silent=False,
    )  # fmt: skip
    try:
        _, form, files = parser.parse(BytesIO(body), _KIND, len(body), parameters)
    except (HTTPException, ValueError) as error:
        raise bad_request("body", "is not a valid form") from error
    options = form.get("options", "").encode("utf-8", "surrogatepass")
    file = files.get("file")
    if file is None:
        return Form(options, None)
    return Form(options, Upload(name=file.filename or "", media_type=file.content_type or "", content=file.read()))
