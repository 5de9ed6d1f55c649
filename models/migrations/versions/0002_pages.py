"""Jobs of many pages: pages, hosts, events."""

import sqlalchemy as sa
from alembic import op

from models import schema

revision = '0002'
down_revision = '0001'
branch_labels = None
depends_on = None


def upgrade() -> None:
    schema.create_index('ix_job_running', 'job', ['id'], where="status = 'running'")
    op.create_table('host',
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('width', sa.SmallInteger(), server_default='8', nullable=False),
    sa.Column('delay_ms', sa.Integer(), server_default='0', nullable=False),
    sa.Column('not_before', sa.DateTime(timezone=True), nullable=True),
    sa.Column('complained_at', sa.DateTime(timezone=True), nullable=True),
    sa.PrimaryKeyConstraint('name', name=op.f('pk_host'))
    )
    op.create_table('event',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('job_id', sa.Uuid(), nullable=False),
    sa.Column('type', sa.String(), nullable=False),
    sa.Column('page_number', sa.Integer(), nullable=True),
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('status', sa.String(), server_default='pending', nullable=False),
    sa.Column('attempts', sa.SmallInteger(), server_default='0', nullable=False),
    sa.Column('response_status', sa.Integer(), nullable=True),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('next_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('delivered_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['job_id'], ['job.id'], name=op.f('fk_event_job_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_event'))
    )
    op.create_index('ix_event_due', 'event', ['next_at'], unique=False, postgresql_where="status = 'pending'")
    op.create_index(op.f('ix_event_job_id'), 'event', ['job_id'], unique=False)
    op.create_index('uq_event_end', 'event', ['job_id'], unique=True, postgresql_where='page_number IS NULL')
    op.create_table('page',
    sa.Column('job_id', sa.Uuid(), nullable=False),
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('kind', sa.String(), server_default='page', nullable=False),
    sa.Column('key', sa.Uuid(), nullable=False),
    sa.Column('url', sa.String(), nullable=False),
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('depth', sa.SmallInteger(), nullable=False),
    sa.Column('rank', sa.SmallInteger(), nullable=False),
    sa.Column('status', sa.String(), server_default='queued', nullable=False),
    sa.Column('attempts', sa.SmallInteger(), server_default='0', nullable=False),
    sa.Column('lapses', sa.SmallInteger(), server_default='0', nullable=False),
    sa.Column('delays', sa.SmallInteger(), server_default='0', nullable=False),
    sa.Column('not_before', sa.DateTime(timezone=True), nullable=True),
    sa.Column('lease_owner', sa.String(), nullable=True),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('error', sa.String(), nullable=True),
    sa.Column('credits', sa.Integer(), server_default='0', nullable=False),
    sa.Column('result', sa.Text(), nullable=True),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['job_id'], ['job.id'], name=op.f('fk_page_job_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('job_id', 'number', name=op.f('pk_page')),
    sa.UniqueConstraint('job_id', 'key', name=op.f('uq_page_job_id'))
    )
    op.create_index('ix_page_queued', 'page', ['job_id', 'rank', 'number'], unique=False, postgresql_where="status = 'queued'")
    op.create_index('ix_page_running', 'page', ['lease_until'], unique=False, postgresql_where="status = 'running'")
    op.add_column('job', sa.Column('price', sa.Integer(), server_default='0', nullable=False))
    op.add_column('job', sa.Column('pages_max', sa.Integer(), server_default='0', nullable=False))
    op.add_column('job', sa.Column('issued', sa.Integer(), server_default='0', nullable=False))
    op.add_column('job', sa.Column('met', sa.Integer(), server_default='0', nullable=False))
    op.add_column('job', sa.Column('landed', sa.String(), nullable=True))
    op.add_column('workspace', sa.Column('webhook_secret', sa.String(), nullable=True))
    op.execute(
        "UPDATE workspace SET webhook_secret = 'whsec_' || "
        "encode(uuid_send(gen_random_uuid()) || substring(uuid_send(gen_random_uuid()) from 1 for 8), 'base64')"
    )
    op.alter_column('workspace', 'webhook_secret', nullable=False)
    # Results are kept for a week: packed, where this Postgres has the packing that costs next to nothing.
    op.execute(
        "DO $$ BEGIN ALTER TABLE page ALTER COLUMN result SET COMPRESSION lz4; "
        "EXCEPTION WHEN OTHERS THEN ALTER TABLE page ALTER COLUMN result SET STORAGE EXTERNAL; END $$"
    )


def downgrade() -> None:
    op.drop_column('workspace', 'webhook_secret')
    op.drop_index('ix_job_running', table_name='job', postgresql_where="status = 'running'")
    op.drop_column('job', 'landed')
    op.drop_column('job', 'met')
    op.drop_column('job', 'issued')
    op.drop_column('job', 'pages_max')
    op.drop_column('job', 'price')
    op.drop_index('ix_page_running', table_name='page', postgresql_where="status = 'running'")
    op.drop_index('ix_page_queued', table_name='page', postgresql_where="status = 'queued'")
    op.drop_table('page')
    op.drop_index('uq_event_end', table_name='event', postgresql_where='page_number IS NULL')
    op.drop_index(op.f('ix_event_job_id'), table_name='event')
    op.drop_index('ix_event_due', table_name='event', postgresql_where="status = 'pending'")
    op.drop_table('event')
    op.drop_table('host')
