"""Where sessions began and requests to join came from, so that nobody takes the share of others.

Revision ID: 0027
Revises: 0026
"""

from alembic import op

revision = '0027'
down_revision = '0026'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "ALTER TABLE console_session ADD COLUMN network varchar NOT NULL DEFAULT '', ADD COLUMN agent varchar NOT NULL DEFAULT ''"
    )
    op.execute("ALTER TABLE join_request ADD COLUMN asked_from varchar NOT NULL DEFAULT ''")


def downgrade() -> None:
    op.execute('ALTER TABLE join_request DROP COLUMN asked_from')
    op.execute('ALTER TABLE console_session DROP COLUMN agent, DROP COLUMN network')
