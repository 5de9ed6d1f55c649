"""Credits used per workspace, day and operation.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = '0019'
down_revision = '0018'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('usage_day',
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('day', sa.Date(), nullable=False),
    sa.Column('operation', sa.String(), nullable=False),
    sa.Column('credits', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_usage_day_workspace_id_workspace'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('workspace_id', 'day', 'operation', name=op.f('pk_usage_day'))
    )
    op.create_table('usage_progress',
    sa.Column('id', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('ledger_id', sa.BigInteger(), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_usage_progress'))
    )


def downgrade() -> None:
    op.drop_table('usage_progress')
    op.drop_table('usage_day')
