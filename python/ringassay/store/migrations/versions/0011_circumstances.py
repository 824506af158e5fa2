"""Circumstances of runs, benchmarks and calibrations; processors by number."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0011"
down_revision = "0010"

_MEASURED = ("runs", "benchmarks", "calibrations")
_NUMBERS = ("cpu_family", "cpu_number", "cpu_stepping")


def upgrade() -> None:
    """Adds the columns; what was measured before has none of them."""
    for table in _MEASURED:
        t.add(table, *t.texts("circumstances", null=True))
    t.add("machines", *t.integers(*_NUMBERS, null=True))


def downgrade() -> None:
    """Removes them."""
    for name in _NUMBERS:
        op.drop_column("machines", name)
    for table in _MEASURED:
        op.drop_column(table, "circumstances")
