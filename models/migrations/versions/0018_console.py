"""People who sign in to the console, and their sessions. Invitations may make the person an operator.

Revision ID: 0018
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

from models.schema import create_index

revision = '0018'
down_revision = '0016'
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The index first: it ends the transaction, and the migration can be repeated.
    create_index('ix_member_email', 'member', ['email'])
    op.create_table('person',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('email', sa.String(), nullable=False),
    sa.Column('password_hash', sa.String(), nullable=True),
    sa.Column('is_operator', sa.Boolean(), server_default=sa.text('false'), nullable=False),
    sa.Column('link_digest', sa.LargeBinary(), nullable=True),
    sa.Column('link_expires_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_person')),
    sa.UniqueConstraint('email', name=op.f('uq_person_email')),
    sa.UniqueConstraint('link_digest', name=op.f('uq_person_link_digest'))
    )
    op.create_table('console_session',
    sa.Column('id', sa.Uuid(), nullable=False),
    sa.Column('digest', sa.LargeBinary(), nullable=False),
    sa.Column('person_id', sa.Uuid(), nullable=False),
    sa.Column('csrf_token', sa.String(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.Column('last_used_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.ForeignKeyConstraint(['person_id'], ['person.id'], name=op.f('fk_console_session_person_id_person'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_console_session')),
    sa.UniqueConstraint('digest', name=op.f('uq_console_session_digest'))
    )
    op.create_index(op.f('ix_console_session_last_used_at'), 'console_session', ['last_used_at'], unique=False)
    op.create_index(op.f('ix_console_session_person_id'), 'console_session', ['person_id'], unique=False)
    op.add_column('invitation', sa.Column('is_operator', sa.Boolean(), server_default=sa.text('false'), nullable=False))


def downgrade() -> None:
    op.drop_index(op.f('ix_member_email'), table_name='member')
    op.drop_column('invitation', 'is_operator')
    op.drop_table('console_session')
    op.drop_table('person')
