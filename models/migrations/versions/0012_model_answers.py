"""Answers of a language model.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = '0012'
down_revision = '0011'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('model_answer',
    sa.Column('key', sa.String(length=64), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=True),
    sa.Column('answer', sa.LargeBinary(), nullable=False),
    sa.Column('created_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_model_answer_workspace_id_workspace'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_model_answer'))
    )
    op.create_index(op.f('ix_model_answer_created_at'), 'model_answer', ['created_at'], unique=False)
    op.create_index(op.f('ix_model_answer_workspace_id'), 'model_answer', ['workspace_id'], unique=False)


def downgrade() -> None:
    op.drop_index(op.f('ix_model_answer_workspace_id'), table_name='model_answer')
    op.drop_index(op.f('ix_model_answer_created_at'), table_name='model_answer')
    op.drop_table('model_answer')
