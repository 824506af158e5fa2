"""What a run holds when it ends: its rows by table and outcome."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Adds the column, null in rows that exist."""
    t.add("runs", *t.texts("counts", null=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("runs", "counts")
