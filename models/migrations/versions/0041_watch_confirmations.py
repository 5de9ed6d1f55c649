"""The visits that confirm a change that a check found.

Revision ID: 0041
Revises: 0040
"""

from alembic import op

from models import schema

revision = '0041'
down_revision = '0040'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE watch_check ADD COLUMN IF NOT EXISTS revisit_at TIMESTAMP WITH TIME ZONE')
    op.execute('ALTER TABLE watch_check ADD COLUMN IF NOT EXISTS revisit_urls TEXT[]')
    op.execute('ALTER TABLE watch_check ADD COLUMN IF NOT EXISTS revisit_jobs UUID[]')
    schema.create_index('ix_watch_check_revisit', 'watch_check', ['revisit_at'], where='revisit_at IS NOT NULL')


def downgrade() -> None:
    op.drop_index('ix_watch_check_revisit', 'watch_check')
    for name in ('revisit_at', 'revisit_urls', 'revisit_jobs'):
        op.drop_column('watch_check', name)
