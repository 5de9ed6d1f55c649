"""The search index over captured pages.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0011'
down_revision = '0010'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('search_page',
    sa.Column('key', sa.LargeBinary(), nullable=False),
    sa.Column('url', sa.String(), nullable=False),
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('country', sa.String(length=2), nullable=True),
    sa.Column('language', sa.String(), nullable=True),
    sa.Column('title', sa.String(), nullable=False),
    sa.Column('text', sa.LargeBinary(), nullable=False),
    sa.Column('digest', sa.LargeBinary(), nullable=False),
    sa.Column('dated_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('captured_at', sa.DateTime(timezone=True), nullable=False),
    sa.Column('captured_on', sa.Date(), nullable=False),
    sa.Column('words', postgresql.TSVECTOR(), nullable=False),
    sa.Column('title_words', postgresql.TSVECTOR(), nullable=False),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_search_page'))
    )
    op.create_index('ix_search_page_words', 'search_page', ['words'], unique=False, postgresql_using='gin', postgresql_with={'gin_pending_list_limit': 1024})
    op.create_index('ix_search_page_title_words', 'search_page', ['title_words'], unique=False, postgresql_using='gin', postgresql_with={'gin_pending_list_limit': 1024})
    op.create_index(op.f('ix_search_page_captured_on'), 'search_page', ['captured_on'], unique=False)
    # The text is compressed already.
    op.execute("ALTER TABLE search_page ALTER COLUMN text SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.drop_table('search_page')
