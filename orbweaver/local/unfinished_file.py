"""A file that is useful only when it is complete, such as Parquet: its end says where everything is."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path


class UnfinishedFile:
    """A binary file that gets its name when it is complete. Until then, the file at that name stays as it is.

    `is_lost` is True after the first failure of writing; the unfinished file is deleted then. A library that writes the file may
    be left in the middle, and complain when it is deleted: `end_library` ends it. What it still writes goes nowhere.
    """

    def __init__(self, path: Path, end_library: Callable[[], None]) -> None:
        self._end_library = end_library
        self._path = path
        self._unfinished = path.with_name(f"{path.name}.part")
        self.file = self._unfinished.open("wb")
        self.is_lost = False

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """What is written in the block is part of the file. After a failure there is no file.

        Raises:
            OSError: the file cannot be written, or a library cannot encode what was given to it.
        """
        try:
            yield
        except OSError:
            self._delete()
            raise
        except Exception as error:
            self._delete()
            raise OSError(errno.EINVAL, f"{type(error).__name__}: {error}") from error

    def _delete(self) -> None:
        self.is_lost = True
        self._unfinished.unlink(missing_ok=True)
        if self.file.closed:
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.file.fileno())
        os.close(nowhere)
        # It may fail in any way, because nothing can be read or sought there. The first failure is the one to report.
        with contextlib.suppress(Exception):
            self._end_library()
        self.file.close()

    def finish(self) -> None:
        """Give the file its name, in place of an earlier one."""
        with self.writing():
            self.file.close()
            self._unfinished.replace(self._path)
