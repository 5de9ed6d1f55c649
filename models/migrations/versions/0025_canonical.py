"""A page that names another as its canonical URL is a copy only if their contents are alike.

Revision ID: 0025
Revises: 0024
"""

from alembic import op

from models import schema

revision = '0025'
down_revision = '0024'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE page ADD COLUMN IF NOT EXISTS canonical_key uuid, ADD COLUMN IF NOT EXISTS sketch uuid')
    schema.create_index('ix_page_canonical', 'page', ['job_id', 'canonical_key'], where='canonical_key IS NOT NULL')


def downgrade() -> None:
    op.execute('DROP INDEX ix_page_canonical')
    op.execute('ALTER TABLE page DROP COLUMN canonical_key, DROP COLUMN sketch')
