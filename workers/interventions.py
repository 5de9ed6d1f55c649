"""Sends what an operator's intervention (`models/queues/intervention.py`) needs after its commit."""

from __future__ import annotations

from models.queues.intervention import Intervention
from workers.queue import Mailbox


def send(mailbox: Mailbox, intervention: Intervention) -> None:
    """Send the messages and announcements. What cannot be sent while Redis is unavailable, the sweeper sends later."""
    for one in intervention.jobs:
        mailbox.submit(one.id, one.queue, one.workspace_id)
    mailbox.post(intervention.slices)
    for job_id in intervention.ended:
        mailbox.announce(job_id)
    for job_id in intervention.cancelled:
        mailbox.announce_cancelled(job_id)
