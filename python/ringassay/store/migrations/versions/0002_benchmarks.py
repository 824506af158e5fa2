"""Microbenchmarks: a measurement of many operations on one machine, and a row for each."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates the two tables."""
    t.create(
        "benchmarks",
        *t.identifiers("benchmark"),
        *t.words("kind"),
        *t.texts("settings", "started_at", "finished_at", "version"),
        *t.identifiers("machine"),
        *t.reals("load_at_start"),
        *t.identifiers("row_hash"),
        primary=("benchmark",),
        references=(t.refers("machine", to="machines"),),
    )
    t.create(
        "benchmark_rows",
        *t.identifiers("benchmark"),
        *t.integers("position"),
        *t.texts("library", "library_version", "operation", "basis"),
        *t.bigs("m"),
        *t.bigs("m_big", null=True),
        *t.bigs("n"),
        *t.integers("limbs", "modulus_bits"),
        *t.words("backend"),
        *t.integers("threads"),
        *t.words("clock"),
        *t.reals("median_ns", "p25_ns", "p75_ns", "min_ns"),
        *t.integers("samples"),
        *t.identifiers("row_hash"),
        primary=("benchmark", "position"),
        references=(t.refers("benchmark", to="benchmarks"),),
    )


def downgrade() -> None:
    """Removes the two tables."""
    op.drop_table("benchmark_rows")
    op.drop_table("benchmarks")
