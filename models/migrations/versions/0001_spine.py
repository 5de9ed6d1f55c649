"""The spine: workspaces, keys, credits, jobs, captures, workers."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0001'
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('worker',
    sa.Column('id', sa.String(), nullable=False),
    sa.Column('about', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('started_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('beat_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_worker'))
    )
    op.create_table('workspace',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('plan', sa.String(), server_default='standard', nullable=False),
    sa.Column('balance', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('reserved', sa.BigInteger(), server_default='0', nullable=False),
    sa.Column('suspended_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.CheckConstraint('balance >= 0', name=op.f('ck_workspace_balance_not_negative')),
    sa.CheckConstraint('reserved >= 0 AND reserved <= balance', name=op.f('ck_workspace_reserved_within_balance')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_workspace'))
    )
    op.create_table('api_key',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('kind', sa.String(), nullable=False),
    sa.Column('name', sa.String(), server_default='', nullable=False),
    sa.Column('digest', sa.LargeBinary(), nullable=False),
    sa.Column('hint', sa.String(), nullable=False),
    sa.Column('domains', postgresql.ARRAY(sa.String()), server_default='{}', nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('last_used_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('revoked_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_api_key_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_api_key')),
    sa.UniqueConstraint('digest', name=op.f('uq_api_key_digest'))
    )
    op.create_index(op.f('ix_api_key_workspace_id'), 'api_key', ['workspace_id'], unique=False)
    op.create_table('capture',
    sa.Column('key', sa.String(length=64), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=True),
    sa.Column('url', sa.String(), nullable=False),
    sa.Column('final_url', sa.String(), nullable=False),
    sa.Column('status', sa.Integer(), nullable=False),
    sa.Column('headers', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.Column('rendered', sa.Boolean(), nullable=False),
    sa.Column('captured_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_capture_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_capture'))
    )
    op.create_index(op.f('ix_capture_captured_at'), 'capture', ['captured_at'], unique=False)
    op.create_table('hold',
    sa.Column('key', sa.String(), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('amount', sa.Integer(), nullable=False),
    sa.Column('state', sa.String(), server_default='active', nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_hold_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_hold'))
    )
    op.create_table('job',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('operation', sa.String(), nullable=False),
    sa.Column('options', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('path', sa.String(), nullable=False),
    sa.Column('in_background', sa.Boolean(), nullable=False),
    sa.Column('status', sa.String(), server_default='waiting', nullable=False),
    sa.Column('attempts', sa.Integer(), server_default='0', nullable=False),
    sa.Column('lease_owner', sa.String(), nullable=True),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('posted_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('result', sa.Text(), nullable=True),
    sa.Column('error', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('finished_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_job_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_job'))
    )
    op.create_index('ix_job_finished_at', 'job', ['finished_at'], unique=False)
    op.create_index('ix_job_open', 'job', ['lease_until'], unique=False, postgresql_where="status IN ('waiting', 'active')")
    op.create_index(op.f('ix_job_workspace_id'), 'job', ['workspace_id'], unique=False)
    op.create_table('ledger',
    sa.Column('id', sa.BigInteger(), sa.Identity(always=False), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('key', sa.String(), nullable=False),
    sa.Column('delta', sa.BigInteger(), nullable=False),
    sa.Column('balance_after', sa.BigInteger(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_ledger_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_ledger')),
    sa.UniqueConstraint('workspace_id', 'key', name=op.f('uq_ledger_workspace_id'))
    )
    # Bodies are gzip already, and results live for minutes: Postgres' own compression would cost a millisecond a page.
    op.execute("ALTER TABLE capture ALTER COLUMN body SET STORAGE EXTERNAL")
    op.execute("ALTER TABLE job ALTER COLUMN result SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.drop_table('ledger')
    op.drop_index(op.f('ix_job_workspace_id'), table_name='job')
    op.drop_index('ix_job_open', table_name='job', postgresql_where="status IN ('waiting', 'active')")
    op.drop_index('ix_job_finished_at', table_name='job')
    op.drop_table('job')
    op.drop_table('hold')
    op.drop_index(op.f('ix_capture_captured_at'), table_name='capture')
    op.drop_table('capture')
    op.drop_index(op.f('ix_api_key_workspace_id'), table_name='api_key')
    op.drop_table('api_key')
    op.drop_table('workspace')
    op.drop_table('worker')
