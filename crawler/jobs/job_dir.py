"""JOBDIR of `scrapy crawl`: the state of a memory frontier, written when the spider closes and read when it restarts.

The state is one JSON file, `pages.json`. A killed process writes nothing: the next one continues from the older state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from contract.errors import InvalidRequest


class JobDir:
    """The folder of one job. The job is identified by its operation and its start URLs."""

    def __init__(self, folder: str, operation: str, starts: Sequence[str]) -> None:
        self._file = Path(folder) / "pages.json"
        self._job = {"operation": operation, "starts": list(starts)}

    def load(self) -> dict[str, Any] | None:
        """The stored state, or None when the job has not run yet.

        Raises:
            InvalidRequest: the folder holds another job or other files.
        """
        try:
            stored = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise InvalidRequest.of("JOBDIR", f"{self._file} cannot be read: {error}.") from error
        if not isinstance(stored, dict) or "state" not in stored:
            raise InvalidRequest.of("JOBDIR", f"{self._file} is not the state of a job.")
        if stored["job"] != self._job:
            raise InvalidRequest.of("JOBDIR", f"{self._file} belongs to another job. Give each job its own folder.")
        state: dict[str, Any] = stored["state"]
        return state

    def save(self, state: Mapping[str, Any]) -> None:
        """Write the state. The old state remains until the new one is complete."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self._file.with_suffix(".tmp")
        unfinished.write_text(json.dumps({"job": self._job, "state": state}), encoding="utf-8")
        unfinished.replace(self._file)
