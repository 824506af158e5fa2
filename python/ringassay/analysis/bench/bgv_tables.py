"""The tables of a benchmark of BGV: captions, heads and figures, for a terminal or a report."""

from __future__ import annotations

from collections.abc import Mapping

from ringassay.analysis.bench.beside import peers_grids
from ringassay.analysis.bench.bgv import (
    OTHERS,
    REQUIRED,
    Comparison,
    MeasuredSet,
    measured_sets,
    sizes_beside,
    their_set,
    times_beside,
)
from ringassay.analysis.bench.grid import Grid, Head, Value
from ringassay.analysis.bench.helib import Figures, figures_of, helib_figures
from ringassay.analysis.bench.scaling import IMPLIED, scaling
from ringassay.store import Benchmark

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
    tables = [
        *([parameters_grid(sets)] if sets else []),
        times_grid("Gates", GATES, sets),
        times_grid("The scheme's functions", SCHEME, sets),
        times_grid("What else was measured", REST, sets),
        *([sizes_grid(sets)] if sets else []),
    ]
    for figures in figures_of(benchmark):
        beside = [found for found in sets if their_set(found, figures) is not None]
        if beside:
            tables += [their_times_grid(beside, figures), their_sizes_grid(beside, figures)]
            if figures.are_of(benchmark):
                tables.append(ratios_grid(beside, figures))
    tables += [threads_grid(benchmark), *peers_grids(benchmark)]
    return [table for table in tables if table.rows]


def parameters_grid(sets: list[MeasuredSet]) -> Grid:
    """What the sets are, beside HElib's."""
    rows = []
    for found in sets:
        own, theirs = found.parameters, their_set(found, helib_figures())
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
        "is what was asked for; freely chosen parameters keep one more in reserve.",
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


def their_times_grid(sets: list[MeasuredSet], figures: Figures) -> Grid:
    """Our times and theirs, side by side: no ratio, for machines differ by more than libraries."""
    by_set = [(found, {c.what: c for c in times_beside(found, figures)}) for found in sets]
    whats = [what for what in (*REQUIRED, *OTHERS) if any(what in found for _, found in by_set)]
    rows: list[tuple[Value, ...]] = []
    for what in whats:
        pairs = [found.get(what) for _, found in by_set]
        cells = [
            cell for c in pairs for cell in ((_ms(c.ours), _their_ms(c)) if c else (None, None))
        ]
        rows.append((LABELS[what], *cells))
    heads = [
        head
        for found, _ in by_set
        for head in (
            Head(f"{found.parameters.name}: ours", "ms"),
            Head(f"{figures.label}", "ms"),
        )
    ]
    return Grid(
        f"Times beside {figures.label}'s",
        (Head("operation"), *heads),
        tuple(rows),
        f"Same index, the depth that it reaches, at most its modulus. {figures.origin}."
        + ("" if figures.machine else " Measured elsewhere: nothing follows from a quotient.")
        + _stock_note(by_set),
    )


def _their_ms(found: Comparison) -> Value:
    """Milliseconds of theirs; those of a stock build say so."""
    return f"{found.theirs / 1000:.3g} (stock)" if found.is_stock else _ms(found.theirs)


def _stock_note(by_set: list[tuple[MeasuredSet, dict[str, Comparison]]]) -> str:
    if not any(one.is_stock for _, found in by_set for one in found.values()):
        return ""
    return (
        " Stock: NTL without AVX transforms, which is not HElib's best: no requirement is judged."
    )


def ratios_grid(sets: list[MeasuredSet], figures: Figures) -> Grid:
    """How many times faster ours is, where both were measured on this machine."""
    by_set = [(found, {c.what: c for c in times_beside(found, figures)}) for found in sets]
    whats = [what for what in (*REQUIRED, *OTHERS) if any(what in found for _, found in by_set)]
    return Grid(
        f"Times faster than {figures.label}, on this machine",
        (Head("operation"), Head("required"), *(Head(f.parameters.name) for f in sets)),
        tuple(
            (LABELS[what], REQUIRED.get(what), *(_ratio(found.get(what)) for _, found in by_set))
            for what in whats
        ),
        f"Its time over ours. Both on {figures.machine}. A star: less than required."
        + _stock_note(by_set),
    )


def their_sizes_grid(sets: list[MeasuredSet], figures: Figures) -> Grid:
    """Sizes beside theirs: saved, and in memory."""
    rows = []
    for found in sets:
        sizes = {c.what: c for c in sizes_beside(found, figures)}
        ciphertext, keys, own = sizes["ciphertext"], sizes["keys"], found.parameters
        theirs = their_set(found, figures)
        memory = None if theirs is None else theirs.memory_bytes
        rows.append(
            (
                own.name,
                ciphertext.ours / 1e6,
                ciphertext.theirs / 1e6,
                own.ciphertext_memory_bytes / 1e6,
                keys.ours / 1e6,
                keys.theirs / 1e6,
                (own.public_key_memory_bytes + own.all_hints_memory_bytes) / 1e6,
                None if memory is None else memory / 1e6,
            )
        )
    return Grid(
        f"Sizes beside {figures.label}'s",
        (
            Head("set"),
            Head("ciphertext saved", "MB"),
            Head(f"{figures.label}'s", "MB"),
            Head("ours in memory", "MB"),
            Head("public and evaluation keys saved", "MB"),
            Head(f"{figures.label}'s", "MB"),
            Head("ours in memory", "MB"),
            Head(f"{figures.label}'s process", "MB"),
        ),
        tuple(rows),
        "In memory keys are ready to be used and larger than saved. Nothing where it was not "
        "measured.",
    )


def threads_grid(benchmark: Benchmark, labels: Mapping[str, str] = LABELS) -> Grid:
    """The same operations on one thread and on more, and what that says of still more."""
    found = scaling(benchmark)
    counts = sorted({threads for one in found for threads in one.ns})
    return Grid(
        "Threads within one operation",
        (
            Head("set"),
            Head("operation"),
            *(Head(f"{count} thread{'s' if count > 1 else ''}", "ms") for count in counts),
            Head("times faster"),
            Head("serial share", "%"),
            *(Head(f"implied on {count}") for count in IMPLIED),
        ),
        tuple(
            (
                one.parameter_set,
                labels[one.operation],
                *(_ms(one.ns[count] / 1000) if count in one.ns else None for count in counts),
                one.gain,
                100 * one.serial_share,
                *(one.implied(count) for count in IMPLIED),
            )
            for one in found
        ),
        "By the monotonic clock. The serial share is what Amdahl's law says of the times of one "
        "and the most threads; implied: how many times faster it lets more threads be.",
    )


def _ms(us: float | None) -> float | None:
    return None if us is None else us / 1000


def _ratio(comparison: Comparison | None) -> str | None:
    if comparison is None:
        return None
    if comparison.is_stock:
        return f"{comparison.times:.1f} (stock)"
    return f"{comparison.times:.1f}" + ("*" if comparison.verdict == "missed" else "")
