"""The types of files that are read, by the extensions of their names. To add one: a row here, and a reader in `extraction`."""

from __future__ import annotations

from collections.abc import Mapping

_OFFICE = "application/vnd.openxmlformats-officedocument"
WEB_PAGES: Mapping[str, str] = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml"}
PDF: Mapping[str, str] = {".pdf": "application/pdf"}
TEXTS: Mapping[str, str] = {
    ".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".json": "application/json", ".xml": "application/xml",
}  # fmt: skip
# Recognised by their content, whatever their names.
OFFICE: Mapping[str, str] = {
    ".docx": f"{_OFFICE}.wordprocessingml.document", ".xlsx": f"{_OFFICE}.spreadsheetml.sheet",
    ".pptx": f"{_OFFICE}.presentationml.presentation", ".epub": "application/epub+zip",
}  # fmt: skip
