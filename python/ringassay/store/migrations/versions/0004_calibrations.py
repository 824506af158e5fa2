"""Calibrations: prices of kernels on a machine.

Revision: 0004, on 0003.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "calibrations",
        sa.Column("calibration", sa.String(length=64), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("measured_at", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("backend", sa.String(length=16), nullable=False),
        sa.Column("cells", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rounds", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["machine"], ["machines.machine"], name=op.f("fk_calibrations_machine")
        ),
        sa.PrimaryKeyConstraint("calibration", name=op.f("pk_calibrations")),
    )


def downgrade() -> None:
    """Removes it."""
    op.drop_table("calibrations")
