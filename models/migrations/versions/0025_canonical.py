"""A page that names another as its canonical URL is a copy only if their contents are alike.

Revision ID: 0025
Revises: 0024
"""

from alembic import op

revision = '0025'
down_revision = '0024'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE page ADD COLUMN canonical_key uuid, ADD COLUMN sketch uuid')
    op.execute('CREATE INDEX ix_page_canonical ON page (job_id, canonical_key) WHERE canonical_key IS NOT NULL')


def downgrade() -> None:
    op.execute('DROP INDEX ix_page_canonical')
    op.execute('ALTER TABLE page DROP COLUMN canonical_key, DROP COLUMN sketch')
