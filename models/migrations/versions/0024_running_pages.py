"""The running pages of a job are found without reading its ended ones.

Revision ID: 0024
Revises: 0023
"""

from alembic import op

from models import schema

revision = '0024'
down_revision = '0023'
branch_labels = None
depends_on = None


def upgrade() -> None:
    schema.create_index('ix_page_running_job', 'page', ['job_id'], where="status = 'running'")


def downgrade() -> None:
    op.execute('DROP INDEX ix_page_running_job')
