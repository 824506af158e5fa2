"""Libraries that were measured beside ours in a benchmark: their parameters and sizes."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds the column; older benchmarks measured nobody else."""
    t.add("benchmarks", *t.texts("peers", null=True))


def downgrade() -> None:
    """Removes it."""
    op.drop_column("benchmarks", "peers")
