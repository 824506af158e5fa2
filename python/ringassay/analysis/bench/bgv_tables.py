"""The tables of a benchmark of BGV: captions, heads and figures, for a terminal or a report."""

from __future__ import annotations

from dataclasses import dataclass

from ringassay.analysis.bench.bgv import (
    OTHERS,
    REQUIRED,
    Comparison,
    MeasuredSet,
    comparisons,
    helib_set,
    measured_sets,
)
from ringassay.analysis.bench.helib import helib_origin
from ringassay.store import Benchmark

Value = str | float | None


@dataclass(frozen=True)
class Head:
    """A column; `digits` significant ones of its numbers are shown."""

    label: str
    unit: str = ""
    digits: int = 3


@dataclass(frozen=True)
class Grid:
    """A table of texts and numbers; None where there is nothing."""

    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[Value, ...], ...]
    note: str = ""


LABELS = {
    "multiply": "a·b, relinearised",
    "multiply_only": "a·b only",
    "rotate": "rotate by 1",
    "automorphism": "automorphism",
    "encrypt": "encrypt",
    "encrypt_secret": "encrypt, secret key",
    "decrypt": "decrypt, decode",
    "encode": "encode",
    "decode": "decode",
    "add": "a += b",
    "add_plain": "a + m",
    "multiply_plain": "a·m",
    "multiply_prepared": "a·m, prepared",
    "prepare": "prepare m",
    "select": "select, prepared",
    "select_plain": "select",
    "modulus_switch": "modulus switch",
    "key_switch": "key switch",
    "keys": "keys",
    "relinearisation_hint": "key for a·b",
    "rotation_hint": "rotation key",
    "keys_and_hint": "keys, key for a·b",
    "rotation_hints": "all rotation keys",
}
"""What operations and objects are called in tables."""

GATES = ("multiply", "rotate", "select", "multiply_prepared", "add")
"""What gates of a circuit become."""

SCHEME = ("encrypt", "decrypt", "add_plain", "multiply_plain", "modulus_switch", "key_switch")
"""The functions of Λ∘λ's tables 4.6 and 4.7."""

REST = (
    *("multiply_only", "automorphism", "encrypt_secret", "encode", "decode", "prepare"),
    *("select_plain", "keys", "relinearisation_hint", "rotation_hint"),
)


def grids(benchmark: Benchmark) -> list[Grid]:
    """All tables."""
    sets = measured_sets(benchmark)
    beside = [found for found in sets if helib_set(found) is not None]
    tables = [
        parameters_grid(sets),
        times_grid("Gates", GATES, sets),
        times_grid("The scheme's functions", SCHEME, sets),
        times_grid("What else was measured", REST, sets),
        sizes_grid(sets),
        *([helib_times_grid(beside), helib_sizes_grid(beside)] if beside else []),
    ]
    return [table for table in tables if table.rows]


def parameters_grid(sets: list[MeasuredSet]) -> Grid:
    """What the sets are, beside HElib's."""
    rows = []
    for found in sets:
        own, theirs = found.parameters, helib_set(found)
        rows.append(
            (
                own.name,
                float(own.m),
                float(own.n),
                float(own.plaintext),
                float(own.length),
                own.depth,
                own.log2_q,
                own.log2_p,
                own.security_bits,
                own.helib_bits,
                None if theirs is None else f"{theirs.log2_q:g} + {theirs.log2_p:g}",
                None if theirs is None else theirs.estimated_bits,
            )
        )
    return Grid(
        "Parameters",
        (
            Head("set"),
            Head("m", digits=6),
            Head("n", digits=6),
            Head("t", digits=6),
            Head("ℓ", digits=6),
            Head("depth"),
            Head("log2 Q", digits=4),
            Head("log2 P", digits=4),
            Head("security", "bits", 4),
            Head("by HElib's formula", "bits"),
            Head("HElib's log2 Q + log2 P"),
            Head("its security", "bits"),
        ),
        tuple(rows),
        "Security: at QP, the largest modulus at which something is published, in the MATZOV "
        "model. HElib's formula is an older estimate; compare it with its own figure. The depth "
        "is what was asked for; parameters carry one more level.",
    )


def times_grid(caption: str, operations: tuple[str, ...], sets: list[MeasuredSet]) -> Grid:
    """Milliseconds of some operations for every set."""
    shown = [what for what in operations if any(what in found.us for found in sets)]
    rows = tuple(
        (found.parameters.name, *(_ms(found.us.get(what)) for what in shown))
        for found in sets
        if found.us
    )
    return Grid(caption, (Head("set"), *(Head(LABELS[what], "ms") for what in shown)), rows)


def sizes_grid(sets: list[MeasuredSet]) -> Grid:
    """Megabytes of ciphertexts and keys."""
    rows = []
    for found in sets:
        own = found.parameters
        rows.append(
            (
                own.name,
                own.ciphertext_memory_bytes / 1e6,
                own.ciphertext_saved_bytes / 1e6,
                own.seeded_ciphertext_saved_bytes / 1e6,
                own.public_key_saved_bytes / 1e6,
                own.relinearisation_hint_memory_bytes / 1e6,
                own.relinearisation_hint_saved_bytes / 1e6,
                float(own.rotation_hints),
                own.all_hints_memory_bytes / 1e6,
                own.all_hints_saved_bytes / 1e6,
            )
        )
    return Grid(
        "Sizes",
        (
            Head("set"),
            Head("ciphertext in memory", "MB"),
            Head("saved", "MB"),
            Head("saved, secret key", "MB"),
            Head("public key saved", "MB"),
            Head("key for a·b in memory", "MB"),
            Head("saved", "MB"),
            Head("rotation keys"),
            Head("evaluation keys in memory", "MB"),
            Head("saved", "MB"),
        ),
        tuple(rows),
    )


def helib_times_grid(sets: list[MeasuredSet]) -> Grid:
    """How many times faster than HElib's best build, and what is required."""
    by_set = [(found, {c.what: c for c in comparisons(found)}) for found in sets]
    whats = [what for what in (*REQUIRED, *OTHERS) if any(what in found for _, found in by_set)]
    rows = []
    for what in whats:
        required = REQUIRED.get(what)
        verdicts = [_ratio(found.get(what)) for _, found in by_set]
        rows.append((LABELS[what], required, *verdicts))
    return Grid(
        "Times faster than HElib's best",
        (Head("operation"), Head("required"), *(Head(f.parameters.name) for f in sets)),
        tuple(rows),
        f"HElib's time over ours, same index, at least its depth, at most its modulus. "
        f"{helib_origin()}. A star: less than required.",
    )


def helib_sizes_grid(sets: list[MeasuredSet]) -> Grid:
    """Sizes beside HElib's."""
    rows = []
    for found in sets:
        sizes = {c.what: c for c in comparisons(found) if c.what in {"ciphertext", "keys"}}
        ciphertext, keys = sizes["ciphertext"], sizes["keys"]
        rows.append(
            (
                found.parameters.name,
                ciphertext.ours / 1e6,
                ciphertext.theirs / 1e6,
                ciphertext.verdict,
                keys.ours / 1e6,
                keys.theirs / 1e6,
                keys.verdict,
            )
        )
    return Grid(
        "Sizes beside HElib's",
        (
            Head("set"),
            Head("ciphertext", "MB"),
            Head("HElib's", "MB"),
            Head("smaller"),
            Head("public key, evaluation keys", "MB"),
            Head("HElib's", "MB"),
            Head("smaller"),
        ),
        tuple(rows),
        "Ours as they are saved.",
    )


def _ms(us: float | None) -> float | None:
    return None if us is None else us / 1000


def _ratio(comparison: Comparison | None) -> str | None:
    if comparison is None:
        return None
    return f"{comparison.times:.1f}" + ("*" if comparison.verdict == "missed" else "")
