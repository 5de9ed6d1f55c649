"""Slices: turns of crawls and batches. Jobs that run during the upgrade get theirs from the sweeper.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from models import schema

revision = '0009'
down_revision = '0008'
branch_labels = None
depends_on = None


def upgrade() -> None:
    schema.create_index('ix_page_running_host', 'page', ['host'], where="status = 'running'")
    schema.create_index('ix_page_queued_host', 'page', ['job_id', 'host', 'rank', 'number'], where="status = 'queued'")
    schema.create_index('ix_page_delayed', 'page', ['job_id', 'not_before'],
                        where="status = 'queued' AND not_before IS NOT NULL")
    schema.create_index('ix_page_suspect', 'page', ['job_id'], where="status = 'queued' AND lapses >= 2")
    op.create_table('slice',
    sa.Column('id', sa.Uuid(), server_default=sa.text('gen_random_uuid()'), nullable=False),
    sa.Column('job_id', sa.Uuid(), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('status', sa.String(), server_default='waiting', nullable=False),
    sa.Column('not_before', sa.DateTime(timezone=True), server_default=sa.text('clock_timestamp()'), nullable=False),
    sa.Column('hosts', postgresql.ARRAY(sa.String()), nullable=True),
    sa.Column('posted_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('lease_owner', sa.String(), nullable=True),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('token', sa.Integer(), server_default='0', nullable=False),
    sa.ForeignKeyConstraint(['job_id'], ['job.id'], name=op.f('fk_slice_job_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_slice'))
    )
    op.create_index(op.f('ix_slice_job_id'), 'slice', ['job_id'], unique=False)
    op.create_index('ix_slice_workspace', 'slice', ['workspace_id', 'status', 'not_before'], unique=False)
    op.create_index('ix_slice_hosts', 'slice', ['hosts'], unique=False, postgresql_using='gin',
                    postgresql_where="hosts IS NOT NULL")


def downgrade() -> None:
    op.drop_index('ix_page_suspect', table_name='page', postgresql_where="status = 'queued' AND lapses >= 2")
    op.drop_index('ix_page_delayed', table_name='page',
                  postgresql_where="status = 'queued' AND not_before IS NOT NULL")
    op.drop_index('ix_page_queued_host', table_name='page', postgresql_where="status = 'queued'")
    op.drop_index('ix_page_running_host', table_name='page', postgresql_where="status = 'running'")
    op.drop_index('ix_slice_hosts', table_name='slice', postgresql_using='gin', postgresql_where="hosts IS NOT NULL")
    op.drop_index('ix_slice_workspace', table_name='slice')
    op.drop_index(op.f('ix_slice_job_id'), table_name='slice')
    op.drop_table('slice')
