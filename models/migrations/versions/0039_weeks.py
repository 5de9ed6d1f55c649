"""Pages and events in partitions by the week, which are dropped as a whole (`models/weeks.py`).

No row is moved: the table of before becomes the first partition. Workers of the version before delete rows by their address
in the table, which is only right while there is one partition. So the first one ends in two days or later, when no such
worker runs.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from alembic import op
from sqlalchemy import text

from models.schema import LOCK_TIMEOUT, STATEMENT_SECONDS, TEMPORARY_CHECK, MigrationBlocked, create_index

revision = '0039'
down_revision = '0038'
branch_labels = None
depends_on = None

KEYS = {'page': 'job_id', 'event': 'id'}
# Pages are deleted with their job.
OWNERS = {'page': 'job', 'event': 'event'}
FOREIGN_KEYS = {
    'page': {'fk_page_job_id': '(job_id) REFERENCES job (id)'},
    'event': {
        'fk_event_job_id': '(job_id) REFERENCES job (id)',
        'fk_event_workspace_id': '(workspace_id) REFERENCES workspace (id)',
        'fk_event_watch_check_id': '(watch_check_id) REFERENCES watch_check (id)',
    },
}
UPGRADE = timedelta(days=2)
# The first partition ends at most so many weeks later, if the clock of a process was ahead.
WRONG_CLOCK_WEEKS = 2
WEEK_SECONDS = 7 * 86_400

INDEXES = text(
    'SELECT index.relname, coalesce(pg_get_constraintdef(pg_constraint.oid), pg_get_indexdef(index.oid)), pg_constraint.oid'
    ' FROM pg_index JOIN pg_class AS index ON index.oid = indexrelid'
    ' LEFT JOIN pg_constraint ON conindid = indexrelid AND conrelid = indrelid'
    ' WHERE indrelid = to_regclass(:table) ORDER BY pg_constraint.oid NULLS LAST, 1'
)


def upgrade() -> None:
    create_index('ix_event_end', 'event', ['job_id'], where='page_number IS NULL')
    create_index('ix_event_watch_check', 'event', ['watch_check_id'], where='watch_check_id IS NOT NULL')
    now: datetime = op.get_bind().execute(text('SELECT now()')).scalar_one()
    week = int((now + UPGRADE).timestamp()) // WEEK_SECONDS
    latest = week + WRONG_CLOCK_WEEKS
    week = max(week, *(_last_week(table, latest) for table in KEYS))
    for table in KEYS:
        _check_bound(table, week)
    op.execute('LOCK TABLE page, event IN ACCESS EXCLUSIVE MODE')
    op.execute('DROP INDEX uq_event_end, uq_event_watch_check')
    for table in KEYS:
        _split(table, week)


def downgrade() -> None:
    for table, foreign_keys in FOREIGN_KEYS.items():
        _merge(table)
        for name, rule in foreign_keys.items():
            column, _, referred = rule[1:].partition(') REFERENCES ')
            there = referred.split()[0]
            # The version before deletes what a job, a workspace or a check has with it.
            op.execute(
                f'DELETE FROM {table} WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {there})'
            )
            op.execute(f'ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY {rule} ON DELETE CASCADE')
    op.execute('DROP INDEX ix_event_end, ix_event_watch_check')
    op.execute('CREATE UNIQUE INDEX uq_event_end ON event (job_id) WHERE page_number IS NULL')
    op.execute(
        'CREATE UNIQUE INDEX uq_event_watch_check ON event (watch_check_id, type, url) WHERE watch_check_id IS NOT NULL'
    )


def _last_week(table: str, latest: int) -> int:
    """The week of the last row, which is at most `latest`: the clock of a process may have been wrong."""
    newest = text(f'SELECT {KEYS[table]} FROM {table} ORDER BY 1 DESC LIMIT 1')
    last: UUID | None = op.get_bind().execute(newest).scalar_one_or_none()
    if last is None:
        return 0
    week = (last.int >> 80) // (WEEK_SECONDS * 1000)
    if week > latest:
        raise MigrationBlocked(
            f'A process whose clock was weeks ahead wrote rows of the table {table}, the last one with {KEYS[table]} {last}.'
            f' Delete them: DELETE FROM {OWNERS[table]} WHERE id >= {_bound(latest)}. Then migrate again.'
        )
    return week


def _bound(week: int) -> str:
    """The first id of the week after `week`: a UUIDv7 begins with its time in milliseconds."""
    return f"'{(week + 1) * WEEK_SECONDS * 1000:012x}{0:020x}'::uuid"


def _check_bound(table: str, week: int) -> None:
    """Prove that all rows are in the first partition. Rows are read and written meanwhile; to attach it then takes no time."""
    with op.get_context().autocommit_block():
        op.execute(f"SET statement_timeout = '{STATEMENT_SECONDS}s'")
        op.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
        op.execute(f'ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {TEMPORARY_CHECK}')
        op.execute(f'ALTER TABLE {table} ADD CONSTRAINT {TEMPORARY_CHECK} CHECK ({KEYS[table]} < {_bound(week)}) NOT VALID')
        op.execute(f'ALTER TABLE {table} VALIDATE CONSTRAINT {TEMPORARY_CHECK}')
        op.execute('RESET lock_timeout')
        op.execute('RESET statement_timeout')


def _split(table: str, week: int) -> None:
    first = f'{table}_{week}'
    for name in FOREIGN_KEYS[table]:
        op.execute(f'ALTER TABLE {table} DROP CONSTRAINT {name}')
    indexes = op.get_bind().execute(INDEXES, {'table': table}).all()
    for name, _, _ in indexes:
        op.execute(f'ALTER INDEX {name} RENAME TO {name}_{week}')
    op.execute(f'ALTER TABLE {table} RENAME TO {first}')
    op.execute(
        f'CREATE TABLE {table} (LIKE {first} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)'
        f' PARTITION BY RANGE ({KEYS[table]})'
    )
    _add_indexes(table, indexes)
    op.execute(f'ALTER TABLE {table} ATTACH PARTITION {first} FOR VALUES FROM (MINVALUE) TO ({_bound(week)})')
    op.execute(f'ALTER TABLE {first} DROP CONSTRAINT {TEMPORARY_CHECK}')
    op.execute(f'CREATE TABLE {table}_other (LIKE {table} INCLUDING ALL)')
    op.execute(f'ALTER TABLE {table} ATTACH PARTITION {table}_other DEFAULT')


def _merge(table: str) -> None:
    indexes = op.get_bind().execute(INDEXES, {'table': table}).all()
    op.execute(f'CREATE TABLE {table}_all (LIKE {table} INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)')
    op.execute(f'INSERT INTO {table}_all SELECT * FROM {table}')
    op.execute(f'DROP TABLE {table}')
    op.execute(f'ALTER TABLE {table}_all RENAME TO {table}')
    _add_indexes(table, indexes)


def _add_indexes(table: str, indexes: Sequence[tuple[str, str, int | None]]) -> None:
    for name, definition, constraint in indexes:
        if constraint is None:
            op.execute(definition.replace(' ON ONLY ', ' ON '))
        else:
            op.execute(f'ALTER TABLE {table} ADD CONSTRAINT {name} {definition}')
