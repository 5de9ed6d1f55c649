"""Space in the pages of tables whose rows are updated in place, and earlier vacuums of tables that change all the time.

The shares were measured (`docs/operating.md`, "Tables"). Rows that are there already move when they are updated.
"""

from alembic import op

revision = '0040'
down_revision = '0039'
branch_labels = None
depends_on = None

FILL = {'job': 80, 'workspace': 80, 'host': 70, 'hold': 80}
EARLY = ('job', 'workspace', 'host', 'hold', 'slice', 'visit')
SCALE = ('autovacuum_vacuum_scale_factor', 'autovacuum_analyze_scale_factor')


def upgrade() -> None:
    for table, share in FILL.items():
        op.execute(f'ALTER TABLE {table} SET (fillfactor = {share})')
    for table in EARLY:
        op.execute(f'ALTER TABLE {table} SET ({SCALE[0]} = 0.05, {SCALE[1]} = 0.05)')


def downgrade() -> None:
    for table in EARLY:
        op.execute(f'ALTER TABLE {table} RESET ({SCALE[0]}, {SCALE[1]})')
    for table in FILL:
        op.execute(f'ALTER TABLE {table} RESET (fillfactor)')
