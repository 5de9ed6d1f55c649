"""What a check of a watch found, in a few words, for lists.

Revision ID: 0037
Revises: 0036
"""

from alembic import op

revision = '0037'
down_revision = '0036'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE watch_check ADD COLUMN IF NOT EXISTS glance JSONB')


def downgrade() -> None:
    op.drop_column('watch_check', 'glance')
