"""The order of evaluations, and the second name of a system that is measured twice."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the columns; older rows have none of it."""
    t.add("suts", *t.identifiers("twin_of", null=True))
    t.add(
        "evaluations",
        *t.bigs("sequence", null=True),
        *t.texts("started_at", null=True),
        *t.bigs("idle_cpu_ns", "steal_ns", null=True),
    )


def downgrade() -> None:
    """Removes them."""
    for column in ("steal_ns", "idle_cpu_ns", "started_at", "sequence"):
        op.drop_column("evaluations", column)
    op.drop_column("suts", "twin_of")
