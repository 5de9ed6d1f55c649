"""Settings of workspaces: the former webhook secret, default options, test events. Keys expire.

Revision ID: 0031
Revises: 0030
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from models import schema

revision = '0031'
down_revision = '0030'
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.execute('ALTER TABLE event ADD COLUMN IF NOT EXISTS workspace_id UUID')
    schema.create_index('ix_event_test', 'event', ['workspace_id', 'id'], where='workspace_id IS NOT NULL')
    op.create_foreign_key(
        'fk_event_workspace_id', 'event', 'workspace', ['workspace_id'], ['id'], ondelete='CASCADE', postgresql_not_valid=True
    )
    op.add_column('event', sa.Column('url', sa.String(), nullable=True))
    op.alter_column('event', 'job_id', nullable=True)
    op.add_column('workspace', sa.Column('former_webhook_secret', sa.String(), nullable=True))
    op.add_column('workspace', sa.Column('former_webhook_secret_until', MOMENT, nullable=True))
    op.add_column('workspace', sa.Column('default_options', JSONB(), server_default='{}', nullable=False))
    op.add_column('api_key', sa.Column('expires_at', MOMENT, nullable=True))


def downgrade() -> None:
    op.execute('DELETE FROM event WHERE job_id IS NULL')
    op.drop_index('ix_event_test', table_name='event')
    op.drop_constraint('fk_event_workspace_id', 'event')
    op.drop_column('event', 'url')
    op.drop_column('event', 'workspace_id')
    op.alter_column('event', 'job_id', nullable=False)
    op.drop_column('api_key', 'expires_at')
    op.drop_column('workspace', 'default_options')
    op.drop_column('workspace', 'former_webhook_secret_until')
    op.drop_column('workspace', 'former_webhook_secret')
