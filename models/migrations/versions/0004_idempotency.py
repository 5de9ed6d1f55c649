"""Idempotency keys of jobs, and an index of the open background scrapes of a workspace.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = '0004'
down_revision = '0003'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('job', sa.Column('idempotency_key', sa.String(), nullable=True))
    op.add_column('job', sa.Column('request_digest', sa.LargeBinary(), nullable=True))
    op.create_index('uq_job_idempotency_key', 'job', ['workspace_id', 'idempotency_key'], unique=True,
                    postgresql_where='idempotency_key IS NOT NULL')
    op.create_index('ix_job_waiting_scrapes', 'job', ['workspace_id'], unique=False,
                    postgresql_where="in_background AND status IN ('waiting', 'active')")


def downgrade() -> None:
    op.drop_index('ix_job_waiting_scrapes', table_name='job')
    op.drop_index('uq_job_idempotency_key', table_name='job')
    op.drop_column('job', 'request_digest')
    op.drop_column('job', 'idempotency_key')
