"""API processes that owe answers.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

from models import schema

revision = '0003'
down_revision = '0002'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute('ALTER TABLE job ADD COLUMN IF NOT EXISTS answerer VARCHAR')
    schema.create_index('ix_job_answerer', 'job', ['answerer'], where='answerer IS NOT NULL')
    op.create_table('answerer',
    sa.Column('id', sa.String(), nullable=False),
    sa.Column('beat_at', sa.DateTime(timezone=True), server_default=sa.text('now()'), nullable=False),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_answerer'))
    )


def downgrade() -> None:
    op.drop_index('ix_job_answerer', table_name='job', postgresql_where="answerer IS NOT NULL")
    op.drop_column('job', 'answerer')
    op.drop_table('answerer')
