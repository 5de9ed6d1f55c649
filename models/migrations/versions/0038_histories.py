"""The last visits of pages with a history. The form of the events of watches that Firecrawl's interface created.

Revision ID: 0038
Revises: 0037
"""

import sqlalchemy as sa
from alembic import op

revision = '0038'
down_revision = '0037'
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute('ALTER TABLE watch ADD COLUMN IF NOT EXISTS webhook_form JSON')
    op.create_table(
        'page_history',
        sa.Column('workspace_id', sa.Uuid(), sa.ForeignKey('workspace.id', ondelete='CASCADE'), primary_key=True),
        sa.Column('key', sa.Uuid(), primary_key=True),
        sa.Column('visit', sa.String(), nullable=False),
        sa.Column('last', sa.LargeBinary(), nullable=False),
        sa.Column('last_at', MOMENT, server_default=sa.func.now(), nullable=False),
        sa.Column('previous', sa.LargeBinary()),
        sa.Column('previous_at', MOMENT),
    )
    op.create_index('ix_page_history_last_at', 'page_history', ['last_at'])


def downgrade() -> None:
    op.drop_table('page_history')
    op.execute("DELETE FROM event WHERE type LIKE 'monitor.%'")
    op.drop_column('watch', 'webhook_form')
