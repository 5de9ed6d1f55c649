"""`orbweaver read`: reads saved pages, without fetching."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from contract import file_types
from contract.capture import PageCapture
from contract.declare import dump, from_arguments
from contract.errors import InvalidRequest, ServiceError, UpstreamUnreachable
from contract.options.page import MODEL_FORMATS, ReadingOptions
from orbweaver.local.option_flags import arguments_of, options_from

_MEDIA_TYPES = {**file_types.WEB_PAGES, **file_types.PDF}


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--url", default=None, help="URL of the pages. Relative links are resolved against it.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, help="Number of pages to read at the same time.")
@click.option("--json", "as_json", is_flag=True, help="Has no effect: every line is a JSON object.")
@options_from(ReadingOptions)
def command(files: tuple[Path, ...], url: str | None, jobs: int, as_json: bool, **given: Any) -> None:
    """Read saved pages (.html, .html.gz, .pdf). Prints one JSON line per file, in order."""
    options = from_arguments(ReadingOptions, arguments_of(given))
    if unread := sorted(MODEL_FORMATS.intersection(options.formats)):
        raise InvalidRequest.of("formats", f"must not contain {' or '.join(unread)}, which need a language model")
    failed = asyncio.run(_print_all(files, url, options, jobs))
    if failed:
        raise SystemExit(1)


async def _print_all(files: tuple[Path, ...], url: str | None, options: ReadingOptions, jobs: int) -> int:
    """Print one line per file. Returns the number of files that could not be read."""
    failed = 0
    async for line in _lines(files, url, options, jobs):
        failed += "error" in line
        click.echo(json.dumps(line, ensure_ascii=False))
    return failed


async def _lines(
    files: tuple[Path, ...], url: str | None, options: ReadingOptions, jobs: int
) -> AsyncIterator[dict[str, Any]]:
    """One record per file, in the given order. At most a few files per reader are in memory."""
    from crawler.reading import ReadingPool

    pool = ReadingPool(jobs)
    ahead: list[asyncio.Task[dict[str, Any]]] = []
    try:
        for file in files:
            ahead.append(asyncio.create_task(_line(pool, file, url, options)))
            if len(ahead) > jobs * 2:
                yield await ahead.pop(0)
        for task in ahead:
            yield await task
    finally:
        pool.close()


async def _line(pool: Any, file: Path, url: str | None, options: ReadingOptions) -> dict[str, Any]:
    from extraction.verdicts.outcome import result_of, unbilled

    try:
        capture = capture_of(file, url)
        formats = await pool.read(capture, options)
    except ServiceError as error:
        return {"file": str(file), "error": error.as_record()}
    return {"file": str(file), "data": dump(result_of(capture, formats, unbilled(capture)))}


def capture_of(file: Path, url: str | None) -> PageCapture:
    """A saved page as a capture with status 200.

    Raises:
        UpstreamUnreachable: the file cannot be read, is empty, or is a broken archive.
    """
    try:
        body = file.read_bytes()
        if file.suffix == ".gz":
            body = gzip.decompress(body)
    except (OSError, EOFError, zlib.error) as error:
        raise UpstreamUnreachable(f"The file could not be read: {error}") from error
    if not body.strip():
        raise UpstreamUnreachable("The file is empty.")
    suffix = Path(file.stem).suffix if file.suffix == ".gz" else file.suffix
    declared = _MEDIA_TYPES.get(suffix.lower())
    address = url or file.absolute().as_uri()
    return PageCapture(
        url=address,
        final_url=address,
        status=200,
        headers=(("content-type", declared),) if declared else (),
        body=body,
        captured_at=datetime.now(UTC),
    )
