"""Shares of workspaces in a worker's places for jobs: no workspace takes all of them, however many calls it sends.

A queue is in the order of arrival. A message whose workspace has its share of this worker is put aside, so that the messages
behind it are taken. It is posted again when a job of its queue ends here. If this worker dies, the sweeper posts it again.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import dramatiq
import redis
from dramatiq.middleware import SkipMessage

from workers.queue import WORKSPACE

log = logging.getLogger(__name__)
# This part of a queue's places is left to workspaces that have no job in it.
LEFT_TO_OTHERS = 4


class WorkspaceShares(dramatiq.Middleware):
    """`places` are the places of this worker by queue. Messages without a workspace, such as slices, are not limited."""

    def __init__(self, places: Mapping[str, int]) -> None:
        self._places = places
        self._lock = threading.Lock()
        self._running: defaultdict[str, Counter[str]] = defaultdict(Counter)
        # By queue, workspace and job: a job is posted again while it is here, if its message seems to be lost.
        self._aside: defaultdict[str, dict[str, dict[str, Any]]] = defaultdict(dict)

    def before_process_message(self, broker: Any, message: Any) -> None:
        """Take a place, or put the message aside.

        Raises:
            SkipMessage: the workspace has its share already.
        """
        workspace_id = message.options.get(WORKSPACE)
        if workspace_id is None:
            return
        with self._lock:
            queue = message.queue_name
            if self._running[queue][workspace_id] < self._share(queue, workspace_id):
                self._running[queue][workspace_id] += 1
                return
            self._aside[queue].setdefault(workspace_id, {})[message.args[0]] = message
        raise SkipMessage(f"Workspace {workspace_id} has its share of the places")

    def after_process_message(
        self, broker: Any, message: Any, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        """Give the place back, and post messages that were put aside as far as there are places for them."""
        workspace_id = message.options.get(WORKSPACE)
        if workspace_id is None:
            return
        with self._lock:
            self._running[message.queue_name] -= Counter({workspace_id: 1})
            chosen = self._choose(message.queue_name)
        self._post(broker, chosen)

    def before_worker_shutdown(self, broker: Any, worker: Any) -> None:
        """Take no further messages, and leave those that were put aside to other workers."""
        broker.stopping = True
        self._post_all(broker)

    def after_worker_shutdown(self, broker: Any, worker: Any) -> None:
        """The same for messages that were put aside meanwhile: threads may have begun with them before."""
        self._post_all(broker)

    def _post_all(self, broker: Any) -> None:
        with self._lock:
            left = [message for queue in self._aside.values() for jobs in queue.values() for message in jobs.values()]
            self._aside.clear()
        self._post(broker, left)

    def _share(self, queue: str, workspace_id: str) -> int:
        """How many places a workspace may take: an equal part of those that are not left to newcomers."""
        places = self._places[queue]
        workspaces = {workspace_id, *self._running[queue], *self._aside[queue]}
        left_to_others = max(1, places // LEFT_TO_OTHERS) if places > 1 else 0
        return max(1, (places - left_to_others) // len(workspaces))

    def _choose(self, queue: str) -> list[Any]:
        """The messages that may run now, of workspaces with the fewest running jobs first."""
        running, aside = self._running[queue], self._aside[queue]
        chosen = []
        for workspace_id in sorted(aside, key=lambda workspace_id: running[workspace_id]):
            jobs = aside[workspace_id]
            for job_id in list(jobs)[: max(0, self._share(queue, workspace_id) - running[workspace_id])]:
                chosen.append(jobs.pop(job_id))
            if not jobs:
                del aside[workspace_id]
        return chosen

    def _post(self, broker: Any, messages: list[Any]) -> None:
        for message in messages:
            try:
                # With an id of its own: the message that was put aside is deleted by the one that took it.
                broker.enqueue(message.copy(message_id=f"{message.args[0]}/{uuid4()}"))
            except redis.RedisError as error:
                log.warning("Redis is unavailable; the sweeper will post job %s later: %s", message.args[0], error)
