"""What stood around the programs of a system under test."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Adds the column; it is not known of older runs."""
    t.add("suts", *t.texts("isolation", null=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("suts", "isolation")
