"""Labels of runs: what a person calls them."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds the column; older runs have no label."""
    t.add("runs", *t.texts("label", null=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("runs", "label")
