"""Circuits over reals, and the precision of their answers."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds the columns, null in rows that exist."""
    t.add("circuits", *t.reals("bound", "magnitude", null=True), *t.bigs("n_LPOLY", null=True))
    t.add("evaluations", *t.reals("precision_bits", "mean_precision_bits", null=True))


def downgrade() -> None:
    """Removes them."""
    for column in ("mean_precision_bits", "precision_bits"):
        op.drop_column("evaluations", column)
    for column in ("n_LPOLY", "magnitude", "bound"):
        op.drop_column("circuits", column)
