"""Alembic's entry point: runs the revisions on the connection of `models.schema.migrate`, each in its own transaction."""

from alembic import context

from models import capture, day_slots, model_answers, stored_result, usage, worker  # noqa: F401 (each registers its table)
from models.accounts import (  # noqa: F401 (each registers its table)
    audit,
    call_log,
    console_session,
    credits,
    invitation,
    join_request,
    member,
    oauth_code,
    person,
    shown_once,
    workspace,
)
from models.base import Base
from models.brands import allowance, attempt, brand, styleguide  # noqa: F401 (each registers its table)
from models.jobs import (
    waiting_process,  # noqa: F401 (each registers its table)
)
from models.pages import event, page  # noqa: F401 (each registers its table)
from models.queues import pause  # noqa: F401 (each registers its table)
from models.schedule import host, robots_copy, visit  # noqa: F401 (each registers its table)
from models.search import search_page  # noqa: F401 (each registers its table)
from models.watches import check, picture, version, watch  # noqa: F401 (each registers its table)

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    compare_type=True,
    include_name=lambda name, kind, parents: not (kind == "table" and name and day_slots.is_partition(name)),
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
