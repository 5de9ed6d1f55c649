"""Authorization codes of OAuth.

Revision ID: 0032
Revises: 0031
"""

import sqlalchemy as sa
from alembic import op

revision = '0032'
down_revision = '0031'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        'oauth_code',
        sa.Column('digest', sa.LargeBinary(), nullable=False),
        sa.Column('workspace_id', sa.Uuid(), nullable=False),
        sa.Column('email', sa.String(), nullable=False),
        sa.Column('client_id', sa.String(), nullable=False),
        sa.Column('client_name', sa.String(), nullable=False),
        sa.Column('redirect_uri', sa.String(), nullable=False),
        sa.Column('challenge', sa.String(), nullable=False),
        sa.Column('expires_at', sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name='fk_oauth_code_workspace_id', ondelete='CASCADE'),
        sa.PrimaryKeyConstraint('digest', name='pk_oauth_code'),
    )
    op.create_index('ix_oauth_code_workspace_id', 'oauth_code', ['workspace_id'])


def downgrade() -> None:
    op.drop_table('oauth_code')
    op.execute("DELETE FROM api_key WHERE kind = 'access'")
