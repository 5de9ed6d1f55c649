"""Options of a parse: a file that the caller sends, instead of a page that is fetched."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import ClassVar

from contract import file_types, limits
from contract.declare import option, schema_of
from contract.fields.basic import Nested, Text
from contract.fields.file_content import FileContent
from contract.fields.url import HttpUrl
from contract.options.page import ReadingOptions
from contract.options.scrape import JsonOptions, ScrapeOptions
from contract.rules import Rule

_MEDIA_TYPES = {**file_types.WEB_PAGES, **file_types.PDF, **file_types.TEXTS}
_UNKNOWN = ("application/octet-stream", "binary/octet-stream")


@dataclass(frozen=True)
class ParseOptions(ReadingOptions):
    """Options of one parse."""

    file: str = option(
        FileContent(),
        f"The file in base64, at most {limits.UPLOAD_MAX_BYTES // 1_000_000} MB before that: HTML, PDF, DOCX, XLSX, PPTX, EPUB or"
        " text.",
    )
    file_name: str = option(
        Text(min_chars=1, max_chars=limits.FILE_NAME_MAX_CHARS),
        "Name of the file. Its extension says the type of files whose content does not show it, such as CSV.",
        default="file",
    )
    content_type: str | None = option(
        Text(min_chars=1, max_chars=limits.FILE_NAME_MAX_CHARS),
        "Media type of the file. By its name and content when omitted.",
        default=None,
    )
    url: str | None = option(
        HttpUrl(), "URL that relative links of the file are resolved against. It is not fetched.", default=None
    )
    json_options: JsonOptions | None = option(
        Nested(schema_of(JsonOptions)),
        "Schema and prompt of the `json` format. Required when `formats` contains `json`.",
        default=None,
    )

    RULES: ClassVar[tuple[Rule, ...]] = tuple(rule for rule in ScrapeOptions.RULES if rule.field == "jsonOptions")

    @property
    def media_type(self) -> str:
        """The media type that the caller states, or that the name implies. Empty if neither does."""
        stated = self.content_type or ""
        if stated and stated.partition(";")[0].strip().lower() not in _UNKNOWN:
            return stated
        return _MEDIA_TYPES.get(posixpath.splitext(self.file_name.lower())[1], "")
