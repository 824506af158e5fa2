"""Circuits over complex numbers."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds the column, null in rows that exist."""
    t.add("circuits", *t.bigs("n_LCONJ", null=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("circuits", "n_LCONJ")
