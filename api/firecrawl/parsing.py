"""`POST /parse`: an uploaded file as a document."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from api.firecrawl import formats, page_options
from api.firecrawl.call import Call
from api.firecrawl.failures import Refused, bad_request
from contract import file_types
from contract.firecrawl import documents
from contract.operations import PARSE

# The types of files that the client library asks for, by their first extension.
_TYPES = {
    ".html": file_types.WEB_PAGES, ".pdf": file_types.PDF,
    **{extension: {extension: media_type} for extension, media_type in file_types.OFFICE.items()},
}  # fmt: skip
_KINDS = {".xlsx": "spreadsheet", ".pptx": "presentation"}
_READING = (
    "preferStructure", "onlyMainContent", "includeTags", "excludeTags", "removeBase64Images", "blockAds", "includeLinks",
)  # fmt: skip


async def parse(call: Call) -> dict[str, Any]:
    """The document of an uploaded file."""
    upload = call.upload
    if upload is None:
        raise bad_request("file", "is required: send multipart/form-data with the fields file and options")
    page_options.require_no_leak(call.body)
    requested = formats.read(call.body.get("formats"), call.body, many_pages=True)
    options = page_options.of_page(call, call.body)
    content = await asyncio.to_thread(lambda: base64.b64encode(upload.content).decode())
    sent = {name: options[name] for name in _READING if name in options} | requested.sent()
    sent |= {"file": content, "fileName": upload.name or "file"}
    if upload.media_type:
        sent["contentType"] = upload.media_type
    result = await _parsed(call, sent)
    named = {**result, "url": upload.name, "finalUrl": upload.name, "status": 200, "cached": False}
    document = requested.only_requested(documents.of(named, json_name=requested.json_name))
    return {"success": True, **call.warning(), "data": document}


async def _parsed(call: Call, options: dict[str, Any]) -> dict[str, Any]:
    try:
        result: dict[str, Any] = (await call.run(PARSE, options))["data"]
    except Refused as refused:
        if refused.code == "SCRAPE_SITE_ERROR" or refused.error.startswith("file: "):
            refused.code = "SCRAPE_UNSUPPORTED_FILE_ERROR"
        raise
    return result


async def parse_formats(call: Call) -> dict[str, Any]:
    """The kinds of files that are read."""
    listed = [
        {
            "format": first[1:], "kind": _KINDS.get(first, "document"), "extensions": [*types], "mimeTypes": [types[first]],
            "available": True,
        }
        for first, types in _TYPES.items()
    ]  # fmt: skip
    return {"success": True, "data": {"formats": listed}}
