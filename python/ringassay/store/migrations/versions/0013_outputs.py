"""Circuits with many outputs."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds the column; older circuits have one output."""
    t.add("circuits", *t.integers("outputs", null=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("circuits", "outputs")
