"""Addresses that a caller's list has more than once are separate entries.

Revision ID: 0023
Revises: 0022
"""

from alembic import op

from models import schema

revision = '0023'
down_revision = '0022'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE page ADD COLUMN IF NOT EXISTS duplicate_of integer')
    schema.create_index('ix_page_repeat', 'page', ['job_id', 'duplicate_of'], where='duplicate_of IS NOT NULL')
    op.execute("ALTER TABLE job ADD COLUMN repeats integer NOT NULL DEFAULT 0")


def downgrade() -> None:
    op.execute('DROP INDEX ix_page_repeat')
    op.execute('ALTER TABLE job DROP COLUMN repeats')
    op.execute('ALTER TABLE page DROP COLUMN duplicate_of')
