"""Counters of crawls and batches on the job's row; indexes for retention and for the relay."""

import sqlalchemy as sa
from alembic import op

from models import schema

revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None

COUNTERS = ('pages_found', 'pages_completed', 'pages_failed', 'credits_used')


def upgrade() -> None:
    for name in COUNTERS:
        op.execute(f'ALTER TABLE job ADD COLUMN IF NOT EXISTS {name} INTEGER DEFAULT 0 NOT NULL')
    op.execute('DROP INDEX IF EXISTS ix_job_finished_at')
    op.execute('DROP INDEX IF EXISTS ix_event_due')
    schema.create_index('ix_event_due', 'event', ['host', 'next_at'], where="status = 'pending'")
    schema.create_index('ix_hold_created_at', 'hold', ['created_at'])
    schema.create_index('ix_job_finished_inline', 'job', ['finished_at'],
                        where='NOT in_background AND idempotency_key IS NULL')
    schema.create_index('ix_job_finished_keyed', 'job', ['finished_at'],
                        where='NOT in_background AND idempotency_key IS NOT NULL')
    schema.create_index('ix_job_finished_in_background', 'job', ['finished_at'], where='in_background')
    schema.create_index('ix_job_background', 'job', ['created_at'], where='in_background')
    op.execute(
        "UPDATE job SET pages_found = counted.found, pages_completed = counted.completed, pages_failed = counted.failed,"
        " credits_used = counted.credits FROM (SELECT job_id, count(*) AS found,"
        " count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'failed') AS failed,"
        " sum(credits) AS credits FROM page WHERE kind = 'page' AND status <> 'merged' GROUP BY job_id) AS counted"
        " WHERE job.id = counted.job_id"
    )


def downgrade() -> None:
    op.drop_index('ix_event_due', table_name='event', postgresql_where="status = 'pending'")
    op.create_index('ix_event_due', 'event', ['next_at'], unique=False, postgresql_where="status = 'pending'")
    op.drop_index(op.f('ix_hold_created_at'), table_name='hold')
    op.drop_index('ix_job_background', table_name='job', postgresql_where='in_background')
    op.drop_index('ix_job_finished_in_background', table_name='job', postgresql_where='in_background')
    op.drop_index('ix_job_finished_keyed', table_name='job')
    op.drop_index('ix_job_finished_inline', table_name='job')
    op.create_index('ix_job_finished_at', 'job', ['finished_at'], unique=False)
    for name in COUNTERS:
        op.drop_column('job', name)
