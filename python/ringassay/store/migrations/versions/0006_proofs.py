"""Proofs: points of explorations that were executed."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the table."""
    t.create(
        "exploration_proofs",
        *t.identifiers("proof", "exploration"),
        *t.texts("executed_at", "version"),
        *t.identifiers("machine"),
        *t.texts("document"),
        *t.identifiers("row_hash"),
        primary=("proof",),
        references=(
            t.refers("exploration", to="explorations"),
            t.refers("machine", to="machines"),
        ),
    )


def downgrade() -> None:
    """Removes it."""
    op.drop_table("exploration_proofs")
