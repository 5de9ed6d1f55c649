"""Claims of the next jobs of a queue: an index of the open ones. The request that started a job.

Revision ID: 0034
Revises: 0033
"""

from alembic import op

from models.schema import create_index

revision = '0034'
down_revision = '0033'
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not `add_column`: creating the index commits, so after an interruption this runs again.
    op.execute('ALTER TABLE job ADD COLUMN IF NOT EXISTS request_id VARCHAR')
    create_index(
        'ix_job_claimable', 'job', ['workspace_id', 'id'],
        where="status IN ('waiting', 'active') AND posted_at IS NOT NULL",
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index('ix_job_claimable', 'job')
    op.drop_column('job', 'request_id')
