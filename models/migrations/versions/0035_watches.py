"""Watches with their checks, pages and versions. Events of checks. Jobs that a watch runs.

Revision ID: 0035
Revises: 0034
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSON, JSONB

from models import schema

revision = '0035'
down_revision = '0034'
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _of_watch(*, primary: bool = False) -> sa.Column:
    return sa.Column('watch_id', sa.Uuid(), sa.ForeignKey('watch.id', ondelete='CASCADE'), nullable=False, primary_key=primary)


def upgrade() -> None:
    # Before the tables, because creating an index commits.
    op.execute('ALTER TABLE event ADD COLUMN IF NOT EXISTS watch_check_id UUID')
    op.execute('ALTER TABLE job ADD COLUMN IF NOT EXISTS watch_id UUID')
    schema.create_index(
        'uq_event_watch_check', 'event', ['watch_check_id', 'type', 'url'], where='watch_check_id IS NOT NULL', unique=True
    )
    op.create_table(
        'watch',
        sa.Column('id', sa.Uuid(), primary_key=True),
        sa.Column('workspace_id', sa.Uuid(), sa.ForeignKey('workspace.id', ondelete='CASCADE'), nullable=False),
        sa.Column('options', JSON(), nullable=False),
        sa.Column('status', sa.String(), server_default='active', nullable=False),
        sa.Column('next_at', MOMENT),
        sa.Column('planned_at', MOMENT, server_default=sa.func.now(), nullable=False),
        sa.Column('trigger', sa.String(), server_default='schedule', nullable=False),
        sa.Column('next_check_id', sa.Uuid()),
        sa.Column('check_id', sa.Uuid()),
        sa.Column('end_lease_until', MOMENT),
        sa.Column('checks', sa.Integer(), server_default='0', nullable=False),
        sa.Column('failures', sa.Integer(), server_default='0', nullable=False),
        sa.Column('error_reported', sa.Boolean(), server_default='false', nullable=False),
        sa.Column('last_check_id', sa.Uuid()),
        sa.Column('last_change_id', sa.Uuid()),
        sa.Column('feed_token', sa.String(), nullable=False, unique=True),
        sa.Column('request_key', sa.String()),
        sa.Column('request_digest', sa.LargeBinary()),
        sa.Column('created_at', MOMENT, server_default=sa.func.now(), nullable=False),
    )
    op.create_index('ix_watch_due', 'watch', ['next_at'], postgresql_where='check_id IS NULL AND next_at IS NOT NULL')
    op.create_index('ix_watch_planned', 'watch', ['planned_at'], postgresql_where="status = 'active'")
    op.create_index('ix_watch_checking', 'watch', ['check_id'], postgresql_where='check_id IS NOT NULL')
    op.create_index('ix_watch_listed', 'watch', ['workspace_id', 'id'])
    op.create_index(
        'uq_watch_request', 'watch', ['workspace_id', 'request_key'], unique=True, postgresql_where='request_key IS NOT NULL'
    )
    op.create_table(
        'watch_check',
        sa.Column('id', sa.Uuid(), primary_key=True),
        _of_watch(),
        sa.Column('number', sa.Integer(), nullable=False),
        sa.Column('trigger', sa.String(), nullable=False),
        sa.Column('status', sa.String(), server_default='running', nullable=False),
        sa.Column('result', sa.String()),
        sa.Column('summary', JSONB(), server_default='{}', nullable=False),
        sa.Column('reported', sa.Boolean(), server_default='false', nullable=False),
        sa.Column('credits_used', sa.Integer(), server_default='0', nullable=False),
        sa.Column('error', sa.String()),
        sa.Column('job_id', sa.Uuid()),
        sa.Column('pages', sa.LargeBinary()),
        sa.Column('scheduled_for', MOMENT, nullable=False),
        sa.Column('started_at', MOMENT, server_default=sa.func.now(), nullable=False),
        sa.Column('finished_at', MOMENT),
    )
    op.create_index('uq_watch_check_number', 'watch_check', ['watch_id', 'number'], unique=True)
    op.create_index('ix_watch_check_reported', 'watch_check', ['watch_id', 'number'], postgresql_where='reported')
    op.create_index('ix_watch_check_finished', 'watch_check', ['finished_at'])
    op.create_index('ix_watch_check_job', 'watch_check', ['job_id'], postgresql_where="status = 'running'")
    op.create_table(
        'watch_page',
        _of_watch(primary=True),
        sa.Column('key', sa.Uuid(), primary_key=True),
        sa.Column('url', sa.String(), nullable=False),
        sa.Column('last', sa.LargeBinary()),
        sa.Column('noise', sa.LargeBinary()),
        sa.Column('state', sa.String(), server_default='present', nullable=False),
    )
    op.create_table(
        'watch_version',
        _of_watch(primary=True),
        sa.Column('key', sa.Uuid(), primary_key=True),
        sa.Column('number', sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column('base', sa.Integer()),
        sa.Column('body', sa.LargeBinary(), nullable=False),
        sa.Column('created_at', MOMENT, server_default=sa.func.now(), nullable=False),
    )
    op.create_index('ix_watch_version_created_at', 'watch_version', ['created_at'])
    op.create_foreign_key(
        'fk_event_watch_check_id', 'event', 'watch_check', ['watch_check_id'], ['id'], ondelete='CASCADE',
        postgresql_not_valid=True,
    )  # fmt: skip


def downgrade() -> None:
    op.execute('DELETE FROM event WHERE watch_check_id IS NOT NULL')
    op.drop_constraint('fk_event_watch_check_id', 'event')
    op.drop_index('uq_event_watch_check', table_name='event')
    op.drop_column('event', 'watch_check_id')
    op.drop_column('job', 'watch_id')
    for table in ('watch_version', 'watch_page', 'watch_check', 'watch'):
        op.drop_table(table)
