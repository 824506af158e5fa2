"""What a step consists of by the SUT's account: choosing parameters, loading, saving.

Revision: 0008, on 0007.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ADDED = (
    ("keys", "choose_ns"),
    ("evaluations", "evaluate_compute_cpu_ns"),
    ("evaluations", "evaluate_load_ns"),
    ("evaluations", "evaluate_save_ns"),
)


def upgrade() -> None:
    """Adds the columns, null in rows that exist."""
    for table, column in _ADDED:
        op.add_column(table, sa.Column(column, sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Removes them."""
    for table, column in reversed(_ADDED):
        op.drop_column(table, column)
