"""The attempts of webhook deliveries. Secrets that the console shows once.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0021'
down_revision = '0020'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('shown_once',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('session_id', sa.Uuid(), nullable=False),
    sa.Column('purpose', sa.String(), nullable=False),
    sa.Column('sealed', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['session_id'], ['console_session.id'], name=op.f('fk_shown_once_session_id_console_session'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_shown_once'))
    )
    op.create_index(op.f('ix_shown_once_session_id'), 'shown_once', ['session_id'], unique=False)
    op.add_column('event', sa.Column('attempt_log', postgresql.JSONB(), server_default=sa.text("'[]'"), nullable=False))


def downgrade() -> None:
    op.drop_column('event', 'attempt_log')
    op.drop_table('shown_once')
