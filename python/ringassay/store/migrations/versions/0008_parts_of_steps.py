"""What a step consists of by the SUT's account: choosing parameters, loading, saving."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0008"
down_revision = "0007"

_ADDED = (
    ("keys", "choose_ns"),
    ("evaluations", "evaluate_compute_cpu_ns"),
    ("evaluations", "evaluate_load_ns"),
    ("evaluations", "evaluate_save_ns"),
)


def upgrade() -> None:
    """Adds the columns, null in rows that exist."""
    for table, column in _ADDED:
        t.add(table, *t.bigs(column, null=True))


def downgrade() -> None:
    """Removes them."""
    for table, column in reversed(_ADDED):
        op.drop_column(table, column)
