"""The running pages of a job are found without reading its ended ones.

Revision ID: 0024
Revises: 0023
"""

from alembic import op

revision = '0024'
down_revision = '0023'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("CREATE INDEX ix_page_running_job ON page (job_id) WHERE status = 'running'")


def downgrade() -> None:
    op.execute('DROP INDEX ix_page_running_job')
