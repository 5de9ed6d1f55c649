"""Captures and large results in partitions that are emptied as a whole. The cache is empty after this revision.

The table `capture` stays, without its rows: workers of the previous version write to it until they are restarted. The
next migration drops it.
"""

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
    op.execute('TRUNCATE capture')
    op.create_table('stored_capture',
    sa.Column('slot', sa.SmallInteger(), autoincrement=False, nullable=False),
    sa.Column('key', sa.String(length=64), nullable=False),
    sa.Column('workspace_id', sa.Uuid(), nullable=True),
    sa.Column('url', sa.String(), nullable=False),
    sa.Column('final_url', sa.String(), nullable=False),
    sa.Column('status', sa.Integer(), nullable=False),
    sa.Column('headers', postgresql.JSONB(astext_type=sa.Text()), nullable=False),
    sa.Column('body', sa.LargeBinary(), nullable=False),
    sa.Column('rendered', sa.Boolean(), nullable=False),
    sa.Column('captured_at', sa.DateTime(timezone=True), nullable=False),
    sa.ForeignKeyConstraint(['workspace_id'], ['workspace.id'], name=op.f('fk_stored_capture_workspace_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('slot', 'key', name=op.f('pk_stored_capture')),
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
    op.execute("ALTER TABLE stored_capture ALTER COLUMN body SET STORAGE EXTERNAL")
    op.execute("ALTER TABLE stored_result ALTER COLUMN body SET STORAGE EXTERNAL")
    for table, slots in (('stored_capture', CAPTURE_SLOTS), ('stored_result', RESULT_SLOTS)):
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
    op.drop_table('stored_capture')
