"""Proofs: points of explorations that were executed.

Revision: 0006, on 0005.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the table."""
    op.create_table(
        "exploration_proofs",
        sa.Column("proof", sa.String(length=64), nullable=False),
        sa.Column("exploration", sa.String(length=64), nullable=False),
        sa.Column("executed_at", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["exploration"],
            ["explorations.exploration"],
            name=op.f("fk_exploration_proofs_exploration"),
        ),
        sa.ForeignKeyConstraint(
            ["machine"], ["machines.machine"], name=op.f("fk_exploration_proofs_machine")
        ),
        sa.PrimaryKeyConstraint("proof", name=op.f("pk_exploration_proofs")),
    )


def downgrade() -> None:
    """Removes it."""
    op.drop_table("exploration_proofs")
