"""Copies of robots.txt; a Crawl-delay's pause is apart from the backoff of a host.

Revision ID: 0028
Revises: 0027
"""

from alembic import op

revision = '0028'
down_revision = '0027'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE host ADD COLUMN crawl_after timestamptz')
    op.execute(
        'CREATE TABLE robots_copy (site text, proxy text, packed bytea NOT NULL,'
        ' read_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (site, proxy))'
    )


def downgrade() -> None:
    op.execute('DROP TABLE robots_copy')
    op.execute('ALTER TABLE host DROP COLUMN crawl_after')
