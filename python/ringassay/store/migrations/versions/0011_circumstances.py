"""Circumstances of runs, benchmarks and calibrations; processors by number.

Revision: 0011, on 0010.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_MEASURED = ("runs", "benchmarks", "calibrations")
_NUMBERS = ("cpu_family", "cpu_number", "cpu_stepping")


def upgrade() -> None:
    """Adds the columns; what was measured before has none of them."""
    for table in _MEASURED:
        op.add_column(table, sa.Column("circumstances", sa.Text(), nullable=True))
    for name in _NUMBERS:
        op.add_column("machines", sa.Column(name, sa.Integer(), nullable=True))


def downgrade() -> None:
    """Removes them."""
    for name in _NUMBERS:
        op.drop_column("machines", name)
    for table in _MEASURED:
        op.drop_column(table, "circumstances")
