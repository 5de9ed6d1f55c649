"""Alembic's entry point: runs the revisions on the connection of `models.session.migrate`."""

from alembic import context

from models import answerer, capture, credits, event, host, job, page, worker, workspace  # noqa: F401 (each registers its table)
from models.base import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
