"""What `orbweaver watch` remembers between checks: one JSON file, which one process uses at a time."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from contract.declare import stored
from contract.errors import InvalidRequest
from contract.options.watch import WatchOptions
from extraction.changes.judgement import Judgement, Known

FORMAT = 1
# Options that do not change what is read of a page. Headers may be secrets.
_NOT_READING = ("headers", "timeout", "maxAge", "formats")


def reading_of(options: WatchOptions) -> dict[str, Any]:
    """The options that decide what is read of a page. Visits that were read with others cannot be compared."""
    pages = stored(options.scrape_options, without=_NOT_READING)
    read: dict[str, Any] = json.loads(
        json.dumps({"compare": options.compare, "selectors": options.selectors, "scrapeOptions": pages})
    )
    return read


def default_file(options: WatchOptions) -> Path:
    """The file of these URLs, read with these options, below the user's folder for state."""
    folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    about = json.dumps([sorted(options.urls), reading_of(options)], sort_keys=True)
    digest = hashlib.sha256(about.encode()).hexdigest()[:12]
    return folder / "orbweaver" / "watch" / f"{urlsplit(options.urls[0]).hostname or 'page'}-{digest}.json"


class WatchState:
    """The last visit of each page and what was learned of it, and the number of failed checks in a row."""

    def __init__(self, path: Path, reading: Mapping[str, Any]) -> None:
        self._path = path
        self._reading = reading
        self._pages: dict[str, dict[str, Any]] = {}
        self.failures = 0

    def known(self, url: str) -> Known:
        """What is known of a page."""
        page = self._pages.get(url)
        if page is None:
            return Known()
        return Known(_text(page["last"]), _text(page["noise"]), bool(page["removed"]))

    def learn(self, found: Judgement) -> None:
        """Remember a visit. A page that was never read is not remembered."""
        if found.last is not None:
            noise = None if found.noise is None else json.loads(found.noise)
            self._pages[found.page["url"]] = {
                "last": json.loads(found.last), "noise": noise, "removed": found.is_removed,
            }  # fmt: skip

    def has_to_learn(self, urls: tuple[str, ...]) -> bool:
        """Whether a page was visited once: the second visit teaches what changes at every visit."""
        return any(page is not None and not (page["noise"] or {}).get("looks") for page in map(self._pages.get, urls))

    def read(self) -> None:
        """Read the file, if there is one.

        Raises:
            InvalidRequest: it cannot be read, is another file, or its pages were read with other options.
        """
        try:
            written = self._path.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise _problem(f"{self._path} cannot be read: {error.strerror}") from error
        try:
            content = json.loads(written.decode("utf-8", "surrogatepass"))
            is_known = content["format"] == FORMAT and content["program"] == "orbweaver watch"
            reading, pages, self.failures = content["reading"], content["pages"], int(content["failures"])
            usable = is_known and all({"last", "noise", "removed"} <= page.keys() for page in pages.values())
        except (ValueError, KeyError, TypeError, AttributeError):
            usable = False
        if not usable:
            raise _problem(
                f"{self._path} is not a file of this version of `orbweaver watch`. Use another, or delete it"
            )
        if reading != self._reading:
            raise _problem(f"{self._path} belongs to other options. Use another file, or delete it to begin again")
        self._pages = pages

    def write(self) -> None:
        """Replace the file. A process that is killed leaves the old or the new one.

        Raises:
            InvalidRequest: it cannot be written.
        """
        content = {
            "program": "orbweaver watch", "format": FORMAT, "reading": self._reading, "failures": self.failures,
            "pages": self._pages,
        }  # fmt: skip
        unfinished = self._path.with_name(f"{self._path.name}.part")
        try:
            # Only the user may read it: the pages may be private.
            with open(unfinished, "w", encoding="utf-8", errors="surrogatepass", opener=_private) as file:
                json.dump(content, file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self._path)
        except OSError as error:
            with contextlib.suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise _problem(f"{self._path} cannot be written: {error.strerror}") from error


@contextlib.contextmanager
def opened(path: Path, reading: Mapping[str, Any]) -> Iterator[WatchState]:
    """The state in a file, for this process alone.

    Raises:
        InvalidRequest: the file cannot be used, or another process uses it.
    """
    path = path.expanduser().resolve()
    with _lock(path):
        state = WatchState(path, reading)
        state.read()
        yield state


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    # A file of its own, because the state is replaced as a whole.
    lock = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = _private(str(lock), os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise _problem(f"{path} cannot be written: {error.strerror}") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _problem(f"{path} is used by another `orbweaver watch`. Stop it, or use another file") from error
        yield
    finally:
        os.close(descriptor)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _text(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def _problem(message: str) -> InvalidRequest:
    return InvalidRequest.of("state", message)
