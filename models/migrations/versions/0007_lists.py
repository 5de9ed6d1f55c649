"""Indexes of the lists of a workspace's jobs and ledger entries.

Revision ID: 0007
Revises: 0006
"""

from alembic import op

from models import schema

revision = '0007'
down_revision = '0006'
branch_labels = None
depends_on = None


def upgrade() -> None:
    schema.create_index('ix_job_listed', 'job', ['workspace_id', 'id'], where='in_background')
    schema.create_index('ix_ledger_listed', 'ledger', ['workspace_id', 'id'])


def downgrade() -> None:
    op.drop_index('ix_ledger_listed', table_name='ledger')
    op.drop_index('ix_job_listed', table_name='job')
