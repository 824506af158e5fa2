"""Answers over real and complex numbers as they were delivered; magnitudes of all outputs."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Adds the columns, null in rows that exist."""
    t.add("circuits", *t.texts("magnitudes", null=True))
    t.add(
        "evaluations",
        *t.blobs("answer_zlib", null=True),
        *t.bigs("answer_bytes", null=True),
        *t.identifiers("answer_hash", null=True),
    )


def downgrade() -> None:
    """Removes them."""
    for column in ("answer_hash", "answer_bytes", "answer_zlib"):
        op.drop_column("evaluations", column)
    op.drop_column("circuits", "magnitudes")
