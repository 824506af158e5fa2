"""Probes: whether a system under test encrypts."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Creates the table."""
    t.create(
        "probes",
        *t.identifiers("run", "sut", "key", "probe"),
        *t.texts("params"),
        *t.identifiers("circuit", null=True),
        *t.words("result"),
        *t.texts("reason", "at"),
        *t.identifiers("row_hash"),
        primary=("run", "sut", "key", "probe"),
        references=(t.refers("run", "sut", to="suts"),),
    )


def downgrade() -> None:
    """Removes it."""
    op.drop_table("probes")
