"""Explorations: what was explored, and its results in chunks of points.

Revision: 0005, on 0003.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the two tables."""
    op.create_table(
        "explorations",
        sa.Column("exploration", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("app_json", sa.Text(), nullable=False),
        sa.Column("app_hash", sa.String(length=64), nullable=False),
        sa.Column("facts_json", sa.Text(), nullable=False),
        sa.Column("predictor", sa.Text(), nullable=True),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("chunks", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chunk_points", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["machine"], ["machines.machine"], name=op.f("fk_explorations_machine")
        ),
        sa.PrimaryKeyConstraint("exploration", name=op.f("pk_explorations")),
    )
    op.create_table(
        "exploration_chunks",
        sa.Column("exploration", sa.String(length=64), nullable=False),
        sa.Column("chunk", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("columns", sa.LargeBinary(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.String(length=64), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["exploration"],
            ["explorations.exploration"],
            name=op.f("fk_exploration_chunks_exploration"),
        ),
        sa.PrimaryKeyConstraint("exploration", "chunk", name=op.f("pk_exploration_chunks")),
    )


def downgrade() -> None:
    """Removes the two tables."""
    op.drop_table("exploration_chunks")
    op.drop_table("explorations")
