"""An address belongs to the person who proved it by a link that was made for it.

Accounts from before count as proven if the audit list names a link that was made for their address, or a request that an admin
approved. Operators are proven. Other accounts were made through a link that anyone could use.

Revision ID: 0026
Revises: 0025
"""

from alembic import op

revision = '0026'
down_revision = '0025'
branch_labels = None
depends_on = None

PROVEN = """
UPDATE person SET proven_at = now() WHERE is_operator OR EXISTS (
    SELECT FROM audit_entry JOIN member USING (workspace_id)
    WHERE member.email = person.email AND subject = person.email
    AND (action = 'member.invited' OR (action = 'member.added' AND actor <> subject)))
"""


def upgrade() -> None:
    op.execute('ALTER TABLE person ADD COLUMN proven_at timestamptz')
    op.execute('ALTER TABLE member ADD COLUMN has_joined boolean NOT NULL DEFAULT true')
    op.execute('ALTER TABLE join_request ADD COLUMN is_signed_in boolean NOT NULL DEFAULT false')
    op.execute(PROVEN)


def downgrade() -> None:
    op.execute('ALTER TABLE join_request DROP COLUMN is_signed_in')
    op.execute('ALTER TABLE member DROP COLUMN has_joined')
    op.execute('ALTER TABLE person DROP COLUMN proven_at')
