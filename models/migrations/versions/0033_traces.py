"""The trace context of the call that started a job.

Revision ID: 0033
Revises: 0032
"""

from alembic import op

revision = '0033'
down_revision = '0032'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE job ADD COLUMN IF NOT EXISTS trace varchar')


def downgrade() -> None:
    op.execute('ALTER TABLE job DROP COLUMN trace')
