"""Microbenchmarks of schemes: parameter sets, and rows that belong to one."""

from __future__ import annotations

from alembic import op

from ringassay.store.migrations import tables as t

revision = "0003"
down_revision = "0002"

_SIZES = (
    "ciphertext",
    "seeded_ciphertext",
    "public_key",
    "relinearisation_hint",
    "all_hints",
)


def upgrade() -> None:
    """Adds the table and the column."""
    t.add("benchmark_rows", *t.identifiers("parameter_set", null=True))
    t.create(
        "parameter_sets",
        *t.identifiers("benchmark"),
        *t.integers("position"),
        *t.identifiers("name"),
        *t.words("scheme"),
        *t.bigs("m", "n", "plaintext", "slots", "length"),
        *t.reals("depth"),
        *t.integers("limbs"),
        *t.reals("log2_q"),
        *t.integers("special_limbs"),
        *t.reals("log2_p"),
        *t.integers("modulus_bits", "digits"),
        *t.texts("secret", "error"),
        *t.reals("security_bits"),
        *t.texts("security"),
        *t.flags("is_secure"),
        *t.reals("helib_bits", null=True),
        *t.reals("log2_failure"),
        *t.integers("rotation_hints", "automorphisms"),
        *t.bigs(*(f"{what}_{where}_bytes" for what in _SIZES for where in ("memory", "saved"))),
        *t.identifiers("row_hash"),
        primary=("benchmark", "position"),
        references=(t.refers("benchmark", to="benchmarks"),),
        unique=("benchmark", "name"),
    )


def downgrade() -> None:
    """Removes both."""
    op.drop_table("parameter_sets")
    op.drop_column("benchmark_rows", "parameter_set")
