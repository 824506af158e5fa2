"""The order of evaluations, and the second name of a system that is measured twice.

Revision: 0009, on 0008.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; older rows have none of it."""
    op.add_column("suts", sa.Column("twin_of", sa.String(length=64), nullable=True))
    op.add_column("evaluations", sa.Column("sequence", sa.BigInteger(), nullable=True))
    op.add_column("evaluations", sa.Column("started_at", sa.Text(), nullable=True))
    op.add_column("evaluations", sa.Column("idle_cpu_ns", sa.BigInteger(), nullable=True))
    op.add_column("evaluations", sa.Column("steal_ns", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Removes them."""
    for column in ("steal_ns", "idle_cpu_ns", "started_at", "sequence"):
        op.drop_column("evaluations", column)
    op.drop_column("suts", "twin_of")
