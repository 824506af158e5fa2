"""Calibrations: prices of kernels on a machine."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the table."""
    t.create(
        "calibrations",
        *t.identifiers("calibration", "machine"),
        *t.texts("measured_at", "version"),
        *t.words("backend"),
        *t.integers("cells", "rounds"),
        *t.reals("seconds", "spread"),
        *t.texts("document"),
        *t.identifiers("row_hash"),
        primary=("calibration",),
        references=(t.refers("machine", to="machines"),),
    )


def downgrade() -> None:
    """Removes it."""
    op.drop_table("calibrations")
