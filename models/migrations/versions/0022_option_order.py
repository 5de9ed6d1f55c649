"""Options of jobs keep the order of their members: the properties of a caller's schema come back in that order.

Rewrites the table of jobs: about 1 s per 100,000 jobs, during which no job starts.

The previous version reads options with functions for `jsonb`. Its workers and APIs still run during the upgrade, so these
functions accept `json` too. A later version may drop them.

Revision ID: 0022
Revises: 0021
"""

from alembic import op

revision = '0022'
down_revision = '0021'
branch_labels = None
depends_on = None

# The types of the results, and of the casts to them.
FUNCTIONS = {'jsonb_extract_path': 'jsonb', 'jsonb_extract_path_text': 'text'}


def upgrade() -> None:
    for name, kind in FUNCTIONS.items():
        op.execute(
            f'CREATE FUNCTION {name}(json, VARIADIC text[]) RETURNS {kind} LANGUAGE sql IMMUTABLE PARALLEL SAFE'
            f" AS 'SELECT pg_catalog.{name}($1::jsonb, VARIADIC $2)'"
        )
    op.execute('ALTER TABLE job ALTER COLUMN options TYPE json USING options::json')


def downgrade() -> None:
    op.execute('ALTER TABLE job ALTER COLUMN options TYPE jsonb USING options::jsonb')
    for name in FUNCTIONS:
        op.execute(f'DROP FUNCTION {name}(json, text[])')
