"""Microbenchmarks of schemes: parameter sets, and rows that belong to one.

Revision: 0003, on 0002.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_SIZES = (
    "ciphertext",
    "seeded_ciphertext",
    "public_key",
    "relinearisation_hint",
    "all_hints",
)


def upgrade() -> None:
    """Adds the table and the column."""
    op.add_column("benchmark_rows", sa.Column("parameter_set", sa.String(length=64), nullable=True))
    op.create_table(
        "parameter_sets",
        sa.Column("benchmark", sa.String(length=64), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("scheme", sa.String(length=16), nullable=False),
        *_big("m", "n", "plaintext", "slots", "length"),
        *_real("depth"),
        *_int("limbs"),
        *_real("log2_q"),
        *_int("special_limbs"),
        *_real("log2_p"),
        *_int("modulus_bits", "digits"),
        *_text("secret", "error"),
        *_real("security_bits"),
        *_text("security"),
        sa.Column("is_secure", sa.Boolean(), nullable=False),
        sa.Column("helib_bits", sa.Double(), nullable=True),
        *_real("log2_failure"),
        *_int("rotation_hints", "automorphisms"),
        *_big(*(f"{what}_{where}_bytes" for what in _SIZES for where in ("memory", "saved"))),
        sa.Column("row_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["benchmark"],
            ["benchmarks.benchmark"],
            name=op.f("fk_parameter_sets_benchmark"),
        ),
        sa.PrimaryKeyConstraint("benchmark", "position", name=op.f("pk_parameter_sets")),
        sa.UniqueConstraint("benchmark", "name", name=op.f("uq_parameter_sets_benchmark")),
    )


def downgrade() -> None:
    """Removes both."""
    op.drop_table("parameter_sets")
    op.drop_column("benchmark_rows", "parameter_set")


def _big(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def _int(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), autoincrement=False, nullable=False) for name in names]


def _real(*names: str) -> list[sa.Column[float]]:
    return [sa.Column(name, sa.Double(), nullable=False) for name in names]


def _text(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]
