"""Paused queues, and indexes of dead letters.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

from models.schema import create_index

revision = '0020'
down_revision = '0019'
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The indexes first: each ends the transaction, and the migration can be repeated.
    create_index(
        'ix_job_dead', 'job', ['finished_at'],
        where="in_background AND status = 'failed' AND error ->> 'code' IN ('INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE')",
    )
    create_index('ix_event_failed', 'event', ['id'], where="status = 'failed'")
    op.create_table('queue_pause',
    sa.Column('queue', sa.String(), nullable=False),
    sa.Column('paused_by', sa.String(), nullable=False),
    sa.Column('paused_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('queue', name=op.f('pk_queue_pause'))
    )


def downgrade() -> None:
    op.drop_index('ix_event_failed', table_name='event')
    op.drop_index('ix_job_dead', table_name='job')
    op.drop_table('queue_pause')
