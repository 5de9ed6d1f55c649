"""Shares of workspaces in a worker's slots for jobs: no workspace takes all of them, whatever number of calls it sends.

A workspace may always run its equal share. Beyond that, workspaces use the slots that would be idle, except a few that are
reserved for workspaces with less than their share. Of several waiting workspaces, the one with the fewest running jobs is next.

A queue is in the order of arrival. A message whose workspace may not take a slot now is postponed, so that the messages
after it are received. It is posted again when a job of its queue ends here. If this worker dies, the sweeper posts it again.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import dramatiq
import redis
from dramatiq.middleware import SkipMessage

from workers.queue import WORKSPACE

log = logging.getLogger(__name__)
# Slots of a queue that are reserved for workspaces with less than their equal share: one in four, at most eight. They are idle
# while no such workspace has a job.
RESERVED_PART = 4
RESERVED_MAX = 8
# A message that was posted again is expected here for this long. Then another worker has received it.
EXPECTED_SECONDS = 0.5


class QueueSlots:
    """The slots of one queue in this worker: the jobs that run in them, and the messages that wait for one.

    Not thread-safe.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        reserved = min(RESERVED_MAX, max(1, number // RESERVED_PART)) if number > 1 else 0
        self._shared = number - reserved
        self._running: Counter[str] = Counter()
        # By workspace and job: a job is posted again while it is here, if its message seems to be lost.
        self._postponed: dict[str, dict[str, Any]] = {}
        # Workspace and time by job, of messages that were posted again. Until they arrive, their slots are reserved.
        self._expected: dict[str, tuple[str, float]] = {}

    def take(self, workspace_id: str, message: Any) -> bool:
        """Take a slot for a job, or postpone its message and return False."""
        job_id = message.args[0]
        expected, used = self._expected.pop(job_id, None), self._used()
        if expected or self._may_run(workspace_id, used, len({workspace_id, *used, *self._postponed})):
            self._running[workspace_id] += 1
            return True
        self._postponed.setdefault(workspace_id, {})[job_id] = message
        return False

    def release(self, workspace_id: str) -> list[Any]:
        """Release a slot. Returns the messages that may run now: the oldest of the workspaces with the fewest jobs."""
        self._running -= Counter({workspace_id: 1})
        used, chosen = self._used(), []
        workspaces = len({*used, *self._postponed})
        waiting = [(used[each], each) for each in self._postponed]
        heapq.heapify(waiting)
        while waiting and self._may_run(waiting[0][1], used, workspaces):
            _, next_id = heapq.heappop(waiting)
            chosen.append(self._expect(next_id))
            used[next_id] += 1
            if next_id in self._postponed:
                heapq.heappush(waiting, (used[next_id], next_id))
        return chosen

    def clear(self) -> list[Any]:
        """All postponed messages. They no longer wait for a slot here."""
        left = [message for jobs in self._postponed.values() for message in jobs.values()]
        self._postponed.clear()
        return left

    def _used(self) -> Counter[str]:
        """The number of slots that each workspace has, with those of the messages that are expected."""
        now = time.monotonic()
        while self._expected and now - next(iter(self._expected.values()))[1] > EXPECTED_SECONDS:
            del self._expected[next(iter(self._expected))]
        return self._running + Counter(workspace_id for workspace_id, _ in self._expected.values())

    def _may_run(self, workspace_id: str, used: Counter[str], workspaces: int) -> bool:
        """Whether one more job of a workspace may run. `workspaces` is the number of those that have jobs here."""
        total, share = used.total(), max(1, self._shared // workspaces)
        return total < self._shared or (total < self._number and used[workspace_id] < share)

    def _expect(self, workspace_id: str) -> Any:
        """The oldest message of a workspace, which is no longer postponed and is expected to arrive."""
        jobs = self._postponed[workspace_id]
        job_id = min(jobs)  # The ids of jobs are in the order of their creation.
        self._expected[job_id] = (workspace_id, time.monotonic())
        message = jobs.pop(job_id)
        if not jobs:
            del self._postponed[workspace_id]
        return message


class WorkspaceShares(dramatiq.Middleware):
    """`slots` are the numbers of this worker's slots by queue. Messages without a workspace, such as slices, are not limited."""

    def __init__(self, slots: Mapping[str, int]) -> None:
        self._numbers = slots
        self._lock = threading.Lock()
        self._queues: dict[str, QueueSlots] = {}

    def before_process_message(self, broker: Any, message: Any) -> None:
        """Take a slot, or postpone the message.

        Raises:
            SkipMessage: there is no slot for the workspace now.
        """
        workspace_id = message.options.get(WORKSPACE)
        if workspace_id is None:
            return
        queue = message.queue_name
        with self._lock:
            if queue not in self._queues:
                self._queues[queue] = QueueSlots(self._numbers[queue])
            if self._queues[queue].take(workspace_id, message):
                return
        raise SkipMessage(f"Workspace {workspace_id} has its share of the slots")

    def after_process_message(
        self, broker: Any, message: Any, *, result: Any = None, exception: BaseException | None = None
    ) -> None:
        """Release the slot, and post as many postponed messages as there are slots for them."""
        workspace_id = message.options.get(WORKSPACE)
        if workspace_id is None:
            return
        with self._lock:
            chosen = self._queues[message.queue_name].release(workspace_id)
        self._post(broker, chosen)

    def before_worker_shutdown(self, broker: Any, worker: Any) -> None:
        """Take no further messages, and leave the postponed ones to other workers."""
        broker.stopping = True
        self._post_all(broker)

    def after_worker_shutdown(self, broker: Any, worker: Any) -> None:
        """The same for messages that were postponed meanwhile: threads may have begun with them before."""
        self._post_all(broker)

    def _post_all(self, broker: Any) -> None:
        with self._lock:
            left = [message for slots in self._queues.values() for message in slots.clear()]
        self._post(broker, left)

    def _post(self, broker: Any, messages: list[Any]) -> None:
        for message in messages:
            try:
                # With a new id: the postponed message is deleted by the worker that received it.
                broker.enqueue(message.copy(message_id=f"{message.args[0]}/{uuid4()}"))
            except redis.RedisError as error:
                log.debug("Redis is unavailable; job %s is found in Postgres: %s", message.args[0], error)
