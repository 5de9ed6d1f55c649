"""Final URLs of pages that redirect elsewhere.

Revision ID: 0014
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = '0014'
down_revision = '0012'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column('page', sa.Column('final_url', sa.String(), nullable=True))


def downgrade() -> None:
    op.drop_column('page', 'final_url')
