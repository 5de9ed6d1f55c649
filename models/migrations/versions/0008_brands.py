"""Brands, their logos, their resolutions, and the allowance of logo serving.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0008'
down_revision = '0007'
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('brand',
    sa.Column('domain', sa.String(), nullable=False),
    sa.Column('name', sa.String(), nullable=False),
    sa.Column('primary_color', sa.String(), nullable=True),
    sa.Column('record', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('grams', postgresql.ARRAY(sa.String()), nullable=False),
    sa.Column('resolved_at', sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint('domain', name=op.f('pk_brand'))
    )
    op.create_index('ix_brand_grams', 'brand', ['grams'], unique=False, postgresql_using='gin')
    op.create_table('brand_host',
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('domain', sa.String(), nullable=False),
    sa.ForeignKeyConstraint(['domain'], ['brand.domain'], name=op.f('fk_brand_host_domain'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('host', name=op.f('pk_brand_host'))
    )
    op.create_index(op.f('ix_brand_host_domain'), 'brand_host', ['domain'], unique=False)
    op.create_table('brand_logo',
    sa.Column('domain', sa.String(), nullable=False),
    sa.Column('type', sa.String(), nullable=False),
    sa.Column('theme', sa.String(), nullable=False),
    sa.Column('size', sa.Integer(), nullable=False),
    sa.Column('content_type', sa.String(), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.Column('etag', sa.String(), nullable=False),
    sa.Column('width', sa.Integer(), nullable=False),
    sa.Column('height', sa.Integer(), nullable=False),
    sa.Column('adaptive', sa.Boolean(), nullable=False),
    sa.Column('logo_id', sa.String(), nullable=False),
    sa.ForeignKeyConstraint(['domain'], ['brand.domain'], name=op.f('fk_brand_logo_domain'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('domain', 'type', 'theme', 'size', name=op.f('pk_brand_logo'))
    )
    op.create_table('brand_attempt',
    sa.Column('host', sa.String(), nullable=False),
    sa.Column('lease_until', sa.DateTime(timezone=True), nullable=True),
    sa.Column('failed_at', sa.DateTime(timezone=True), nullable=True),
    sa.Column('error', postgresql.JSONB(astext_type=sa.Text()), nullable=True),
    sa.PrimaryKeyConstraint('host', name=op.f('pk_brand_attempt'))
    )
    op.create_index(op.f('ix_brand_attempt_failed_at'), 'brand_attempt', ['failed_at'], unique=False)
    op.create_table('logo_use',
    sa.Column('workspace_id', sa.Uuid(), nullable=False),
    sa.Column('cycle', sa.Date(), nullable=False),
    sa.Column('delivered', sa.BigInteger(), nullable=False),
    sa.Column('exceeded_at', sa.DateTime(timezone=True), nullable=True),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_logo_use_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('workspace_id', 'cycle', name=op.f('pk_logo_use'))
    )
    # Images are compressed already.
    op.execute("ALTER TABLE brand_logo ALTER COLUMN body SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.drop_table('logo_use')
    op.drop_table('brand_attempt')
    op.drop_table('brand_logo')
    op.drop_table('brand_host')
    op.drop_index('ix_brand_grams', table_name='brand', postgresql_using='gin')
    op.drop_table('brand')
