"""`orbweaver queues`: what waits, runs and failed; retry, cancel, pause and resume."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import click

from contract.environment import Environment
from contract.queues import QUEUES
from orbweaver.database import Id, transaction, transactions
from orbweaver.output import json_option, show

_queue = click.argument("name", type=click.Choice(QUEUES))


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Show the queues, running jobs, workers and dead letters. Retry, cancel, pause or resume."""
    if context.invoked_subcommand is not None:
        return
    from orbweaver.queue_tables import overview_text
    from workers import overview
    from workers.queue import WakefulBroker

    messages = overview.depths(WakefulBroker(Environment.read().redis_url))
    with transaction() as connection:
        found = overview.read(connection, messages)
    show(as_json, overview.as_record(found), overview_text(found))


@command.command()
@click.argument("work_id", metavar="[ID]", type=Id(), required=False)
@click.option("--all", "everything", is_flag=True, help="Retry every dead letter once.")
@click.option("--yes", is_flag=True, help="Do not ask before --all.")
@json_option
def retry(work_id: UUID | None, everything: bool, yes: bool, as_json: bool) -> None:
    """Retry a failed job or webhook delivery, or post unfinished work again. With --all: every dead letter."""
    from models.queues import intervention

    if everything == (work_id is not None):
        raise click.UsageError("Give either an ID or --all.")
    if work_id is None:
        _retry_all(yes, as_json)
        return
    done = _intervene(intervention.retry, work_id)
    words = {"retried": "It is tried again.", "posted": "Its message is sent again."}
    show(as_json, {"id": work_id, "status": done}, words[done])


def _retry_all(yes: bool, as_json: bool) -> None:
    from api.console.formats import counted
    from models.accounts.audit import OPERATOR
    from workers.interventions import retry_dead_letters
    from workers.mailbox import Mailbox
    from workers.queue import WakefulBroker

    if not yes:
        click.confirm("Every dead letter is tried again once. Continue?", abort=True, err=True)
    with transactions() as transact:
        done = retry_dead_letters(transact, Mailbox(WakefulBroker(Environment.read().redis_url)), OPERATOR)
    text = f"{counted(done.jobs, 'job')} and {counted(done.deliveries, 'delivery', 'deliveries')} are tried again."
    if done.refused:
        text += f" {counted(done.refused, 'job')} cannot be retried: not enough credits, or a crawl or batch."
    show(as_json, {"jobs": done.jobs, "deliveries": done.deliveries, "refused": done.refused}, text)


@command.command()
@click.argument("work_id", metavar="ID", type=Id())
@json_option
def cancel(work_id: UUID, as_json: bool) -> None:
    """Cancel a job or a webhook delivery that has not ended. A cancelled job is not charged."""
    from models.queues import intervention

    done = _intervene(intervention.cancel, work_id)
    show(as_json, {"id": work_id, "status": done}, "It is cancelled.")


@command.command()
@_queue
@json_option
def pause(name: str, as_json: bool) -> None:
    """Pause a queue: workers start no work of it. Running work ends normally."""
    from models.accounts.audit import OPERATOR
    from models.queues import pause as pauses

    with transaction() as connection:
        changed = pauses.pause(connection, name, OPERATOR)
    words = "is paused. Workers obey within seconds" if changed else "was paused already"
    show(as_json, {"queue": name, "paused": True, "changed": changed}, f"The queue {name} {words}.")


@command.command()
@_queue
@json_option
def resume(name: str, as_json: bool) -> None:
    """Let a paused queue continue."""
    from models.queues import pause as pauses

    with transaction() as connection:
        changed = pauses.resume(connection, name)
    words = "continues. Workers obey within seconds" if changed else "was not paused"
    show(as_json, {"queue": name, "paused": False, "changed": changed}, f"The queue {name} {words}.")


def _intervene(how: Any, work_id: UUID) -> str:
    """Change one piece of work, and send the messages that this needs. Returns what was done."""
    from models.accounts.audit import OPERATOR
    from workers.interventions import send
    from workers.mailbox import Mailbox
    from workers.queue import WakefulBroker

    with transaction() as connection:
        done = how(connection, work_id, OPERATOR)
    send(Mailbox(WakefulBroker(Environment.read().redis_url)), done)
    return str(done.done)
