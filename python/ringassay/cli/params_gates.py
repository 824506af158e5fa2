"""`ringassay params gates`: the parameter sets of gates and tables, with security and failures."""

from __future__ import annotations

from typing import Any

import typer

from ringassay import _native
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.params_options import SecurityOption
from ringassay.security.asked import meets

WORD_BITS = (1, 2, 3, 4)
"""Lengths of words for which there is a set."""


def gates(security: SecurityOption = 128, as_json: JsonOption = False) -> None:
    """Judge the parameter sets of gates on encrypted bits, and of tables of words (FHEW, TFHE).

    There is one for each length of words. Exit code 1: none has the security asked for.
    """
    sets = [_native.gate_parameters(bits) for bits in WORD_BITS]
    secure = [meets(one["security_bits"], security) for one in sets]
    if as_json:
        rows = [one | {"is_secure": is_secure} for one, is_secure in zip(sets, secure, strict=True)]
        emit_json({"security_asked": security, "sets": rows})
    else:
        columns = ("bits of a word", "n", "k", "N", "log2 q", "log2 q'", "security", "key")
        out.table((*columns, "gate wrong", "lookup wrong"), [_row(one) for one in sets])
        out.print()
        out.print(
            "Security is that of the weaker of two problems: the rotation key (ternary secret of "
            "length k·N modulo q) and the switching key (binary secret of length n modulo q'). "
            f"Each set has the {security:g} bits asked for."
            if all(secure)
            else f"{sum(secure)} of {len(sets)} sets have the {security:g} bits asked for."
        )
    if not any(secure):
        raise typer.Exit(1)


def _row(facts: dict[str, Any]) -> tuple[str, ...]:
    return (
        str(facts["word_bits"]),
        *(str(facts[name]) for name in ("n", "k", "degree")),
        f"{facts['log2_q']:.1f}",
        f"{facts['log2_switch_q']:.0f}",
        f"{facts['security_bits']:.1f} bits",
        f"{facts['key_bytes'] / 1e6:.1f} MB",
        f"2^{facts['log2_gate_failure']:.0f}",
        f"2^{facts['log2_lookup_failure']:.0f}",
    )
