"""Probes: whether a system under test encrypts.

Revision: 0007, on 0006.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "probes",
        sa.Column("run", sa.String(length=64), nullable=False),
        sa.Column("sut", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("probe", sa.String(length=64), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("circuit", sa.String(length=64), nullable=True),
        sa.Column("result", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["run", "sut"], ["suts.run", "suts.sut"], name=op.f("fk_probes_run")
        ),
        sa.PrimaryKeyConstraint("run", "sut", "key", "probe", name=op.f("pk_probes")),
    )


def downgrade() -> None:
    """Removes it."""
    op.drop_table("probes")
