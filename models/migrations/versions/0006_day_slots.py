"""Captures and large results in partitions that are emptied as a whole. The cache is empty after this revision."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = '0006'
down_revision = '0005'
branch_labels = None
depends_on = None

CAPTURE_SLOTS = 12
RESULT_SLOTS = 18


def upgrade() -> None:
    op.drop_table('capture')
    op.create_table('capture',
    sa.Column('slot', sa.SmallInteger(), autoincrement=False, nullable=False),
    *_capture_columns(),
    sa.PrimaryKeyConstraint('slot', 'key', name=op.f('pk_capture')),
    postgresql_partition_by='LIST (slot)'
    )
    op.create_table('stored_result',
    sa.Column('slot', sa.SmallInteger(), autoincrement=False, nullable=False),
    sa.Column('job_id', sa.Uuid(), nullable=False),
    sa.Column('number', sa.Integer(), autoincrement=False, nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.PrimaryKeyConstraint('slot', 'job_id', 'number', name=op.f('pk_stored_result')),
    postgresql_partition_by='LIST (slot)'
    )
    # Bodies are compressed already.
    op.execute("ALTER TABLE capture ALTER COLUMN body SET STORAGE EXTERNAL")
    op.execute("ALTER TABLE stored_result ALTER COLUMN body SET STORAGE EXTERNAL")
    for table, slots in (('capture', CAPTURE_SLOTS), ('stored_result', RESULT_SLOTS)):
        for slot in range(slots):
            op.execute(f"CREATE TABLE {table}_{slot} PARTITION OF {table} FOR VALUES IN ({slot})")
    op.add_column('page', sa.Column('result_bytes', sa.Integer(), nullable=True))
    op.add_column('page', sa.Column('result_slot', sa.SmallInteger(), nullable=True))
    op.add_column('job', sa.Column('result_slot', sa.SmallInteger(), nullable=True))


def downgrade() -> None:
    # Large results are lost: Postgres cannot unpack them.
    op.drop_column('job', 'result_slot')
    op.drop_column('page', 'result_slot')
    op.drop_column('page', 'result_bytes')
    op.drop_table('stored_result')
    op.drop_table('capture')
    op.create_table('capture', *_capture_columns(), sa.PrimaryKeyConstraint('key', name=op.f('pk_capture')))
    op.create_index(op.f('ix_capture_captured_at'), 'capture', ['captured_at'], unique=False)
    op.execute("ALTER TABLE capture ALTER COLUMN body SET STORAGE EXTERNAL")


def _capture_columns() -> list[sa.schema.SchemaItem]:
    return [
        sa.Column('key', sa.String(length=64), nullable=False),
        sa.Column('workspace_id', sa.Uuid(), nullable=True),
        sa.Column('url', sa.String(), nullable=False),
        sa.Column('final_url', sa.String(), nullable=False),
        sa.Column('status', sa.Integer(), nullable=False),
        sa.Column('headers', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column('body', sa.LargeBinary(), nullable=False),
        sa.Column('rendered', sa.Boolean(), nullable=False),
        sa.Column('captured_at', sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_capture_workspace_id'), ondelete='CASCADE'),
    ]
