"""Idempotency keys of jobs, and an index of the open background scrapes of a workspace.

Revision ID: 0004
Revises: 0003
"""

from alembic import op

from models import schema

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE job ADD COLUMN IF NOT EXISTS idempotency_key VARCHAR')
    op.execute('ALTER TABLE job ADD COLUMN IF NOT EXISTS request_digest BYTEA')
    schema.create_index('uq_job_idempotency_key', 'job', ['workspace_id', 'idempotency_key'], unique=True,
                        where='idempotency_key IS NOT NULL')
    schema.create_index('ix_job_waiting_scrapes', 'job', ['workspace_id'],
                        where="in_background AND status IN ('waiting', 'active')")


def downgrade() -> None:
    op.drop_index('ix_job_waiting_scrapes', table_name='job')
    op.drop_index('uq_job_idempotency_key', table_name='job')
    op.drop_column('job', 'request_digest')
    op.drop_column('job', 'idempotency_key')
