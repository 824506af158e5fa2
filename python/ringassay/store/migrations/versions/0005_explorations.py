"""Explorations: what was explored, and its results in chunks of points."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Creates the two tables."""
    t.create(
        "explorations",
        *t.identifiers("exploration", "name"),
        *t.texts("title", "app_json"),
        *t.identifiers("app_hash"),
        *t.texts("facts_json"),
        *t.texts("predictor", null=True),
        *t.bigs("points"),
        *t.integers("chunks", "chunk_points"),
        *t.texts("started_at", "version"),
        *t.identifiers("machine", "row_hash"),
        primary=("exploration",),
        references=(t.refers("machine", to="machines"),),
    )
    t.create(
        "exploration_chunks",
        *t.identifiers("exploration"),
        *t.integers("chunk"),
        *t.blobs("columns"),
        *t.bigs("size_bytes"),
        *t.identifiers("content_hash", "row_hash"),
        primary=("exploration", "chunk"),
        references=(t.refers("exploration", to="explorations"),),
    )


def downgrade() -> None:
    """Removes the two tables."""
    op.drop_table("exploration_chunks")
    op.drop_table("explorations")
