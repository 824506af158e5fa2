"""Microbenchmarks: a measurement of many operations on one machine, and a row for each.

Revision: 0002, on 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the two tables."""
    op.create_table(
        "benchmarks",
        sa.Column("benchmark", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Text(), nullable=False),
        sa.Column("finished_at", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("machine", sa.String(length=64), nullable=False),
        sa.Column("load_at_start", sa.Double(), nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["machine"], ["machines.machine"], name=op.f("fk_benchmarks_machine")
        ),
        sa.PrimaryKeyConstraint("benchmark", name=op.f("pk_benchmarks")),
    )
    op.create_table(
        "benchmark_rows",
        sa.Column("benchmark", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("library", sa.Text(), nullable=False),
        sa.Column("library_version", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("basis", sa.Text(), nullable=False),
        sa.Column("m", sa.BigInteger(), nullable=False),
        sa.Column("m_big", sa.BigInteger(), nullable=True),
        sa.Column("n", sa.BigInteger(), nullable=False),
        sa.Column("limbs", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("modulus_bits", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("backend", sa.String(length=16), nullable=False),
        sa.Column("threads", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clock", sa.String(length=16), nullable=False),
        sa.Column("median_ns", sa.Double(), nullable=False),
        sa.Column("p25_ns", sa.Double(), nullable=False),
        sa.Column("p75_ns", sa.Double(), nullable=False),
        sa.Column("min_ns", sa.Double(), nullable=False),
        sa.Column("samples", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["benchmark"],
            ["benchmarks.benchmark"],
            name=op.f("fk_benchmark_rows_benchmark"),
        ),
        sa.PrimaryKeyConstraint("benchmark", "position", name=op.f("pk_benchmark_rows")),
    )


def downgrade() -> None:
    """Removes the two tables."""
    op.drop_table("benchmark_rows")
    op.drop_table("benchmarks")
