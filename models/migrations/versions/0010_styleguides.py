"""Styleguides of hosts.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0010'
down_revision = '0009'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('styleguide',
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('record', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.Column('captured_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.PrimaryKeyConstraint('host', name=op.f('pk_styleguide'))
    )
    op.create_index(op.f('ix_styleguide_captured_at'), 'styleguide', ['captured_at'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_styleguide_captured_at'), table_name='styleguide')
    op.drop_table('styleguide')
