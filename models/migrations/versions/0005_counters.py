"""Counters of crawls and batches on the job's row; indexes for retention and for the relay."""

import sqlalchemy as sa
from alembic import op

revision = '0005'
down_revision = '0004'
branch_labels = None
depends_on = None

COUNTERS = ('pages_found', 'pages_completed', 'pages_failed', 'credits_used')


def upgrade() -> None:
    for name in COUNTERS:
        op.add_column('job', sa.Column(name, sa.Integer(), server_default='0', nullable=False))
    op.execute(
        "UPDATE job SET pages_found = counted.found, pages_completed = counted.completed, pages_failed = counted.failed,"
        " credits_used = counted.credits FROM (SELECT job_id, count(*) AS found,"
        " count(*) FILTER (WHERE status = 'completed') AS completed, count(*) FILTER (WHERE status = 'failed') AS failed,"
        " sum(credits) AS credits FROM page WHERE kind = 'page' AND status <> 'merged' GROUP BY job_id) AS counted"
        " WHERE job.id = counted.job_id"
    )
    op.drop_index('ix_job_finished_at', table_name='job')
    op.create_index('ix_job_finished_inline', 'job', ['finished_at'], unique=False,
                    postgresql_where='NOT in_background AND idempotency_key IS NULL')
    op.create_index('ix_job_finished_keyed', 'job', ['finished_at'], unique=False,
                    postgresql_where='NOT in_background AND idempotency_key IS NOT NULL')
    op.create_index('ix_job_finished_in_background', 'job', ['finished_at'], unique=False, postgresql_where='in_background')
    op.create_index('ix_job_background', 'job', ['created_at'], unique=False, postgresql_where='in_background')
    op.create_index(op.f('ix_hold_created_at'), 'hold', ['created_at'], unique=False)
    op.drop_index('ix_event_due', table_name='event', postgresql_where="status = 'pending'")
    op.create_index('ix_event_due', 'event', ['host', 'next_at'], unique=False, postgresql_where="status = 'pending'")


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
