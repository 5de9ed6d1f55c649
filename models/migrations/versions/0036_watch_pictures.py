"""Screenshots of watches.

Revision ID: 0036
Revises: 0035
"""

import sqlalchemy as sa
from alembic import op

revision = '0036'
down_revision = '0035'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('watch_check', sa.Column('picture_jobs', sa.ARRAY(sa.Uuid())))
    op.create_table(
        'watch_picture',
        sa.Column('id', sa.Uuid(), primary_key=True),
        sa.Column('watch_id', sa.Uuid(), sa.ForeignKey('watch.id', ondelete='CASCADE'), nullable=False),
        sa.Column('key', sa.Uuid(), nullable=False),
        sa.Column('media_type', sa.String(), nullable=False),
        sa.Column('is_shown', sa.Boolean(), nullable=False),
        sa.Column('body', sa.LargeBinary(), nullable=False),
        sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
    )
    op.create_index('ix_watch_picture_page', 'watch_picture', ['watch_id', 'key', 'created_at'])
    op.create_index('ix_watch_picture_created_at', 'watch_picture', ['created_at'])


def downgrade() -> None:
    op.drop_table('watch_picture')
    op.drop_column('watch_check', 'picture_jobs')
