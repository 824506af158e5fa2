"""Microbenchmarks on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ringassay.cli.output import out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ringassay.analysis.bench import Entry, Grid
    from ringassay.store import Benchmark

COMPARED = ("lol", "helib-best")
"""The sources that the printed tables show beside each figure."""


def print_ring(benchmark: Benchmark) -> None:
    """The tables of Λ∘λ's evaluation, growth, peers."""
    from ringassay.analysis.bench import FORMS, elsewhere, table_lines

    sources = [source for source in elsewhere() if source.key in COMPARED]
    marks = dict(zip(COMPARED, "λH", strict=True))
    for form in FORMS:
        lines = table_lines(form, benchmark.rows, sources)
        if not lines:
            continue
        out.heading(form.caption, (", µs", ""))
        out.table(
            ("m", "n", *(label for label, _, _ in form.columns)),
            [
                (
                    str(line.m) if line.m_big is None else f"{line.m}→{line.m_big}",
                    str(line.n),
                    *(_cell(entry, marks) for entry in line.entries),
                )
                for line in lines
            ],
        )
    for source in sources:
        out.print(
            f"{marks[source.key]}: {source.label}, µs; {source.origin}. Measured elsewhere: "
            "nothing follows from a quotient."
        )
    _print_growth(benchmark)
    _print_peers(benchmark)


def print_bgv(benchmark: Benchmark) -> None:
    """Parameters, times, sizes, and others beside ours."""
    from ringassay.analysis.bench import grids

    _print_grids(grids(benchmark))


def print_lattice(benchmark: Benchmark) -> None:
    """Single operations, and what they take."""
    from ringassay.analysis.bench import lattice_grids

    _print_grids(lattice_grids(benchmark))


def _print_grids(tables: Iterable[Grid]) -> None:
    """Tables with their captions and notes."""
    for grid in tables:
        out.heading(f"{grid.caption}")
        out.table(
            [f"{head.label}, {head.unit}" if head.unit else head.label for head in grid.heads],
            [
                [
                    value if isinstance(value, str) else _figure(value, head.digits)
                    for value, head in zip(row, grid.heads, strict=True)
                ]
                for row in grid.rows
            ],
        )
        if grid.note:
            out.print(grid.note)


def _figure(value: float | None, digits: int) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def _print_growth(benchmark: Benchmark) -> None:
    from ringassay.analysis.bench import fit_limbs, fit_n_log_n, limits, thread_gains

    fits = [fit for what in ("crt", "crt_inverse") if (fit := fit_n_log_n(benchmark.rows, what))]
    if fits:
        out.heading("Growth over powers of two")
    for fit in fits:
        out.print(
            f"{fit.operation}: {fit.constant_ns:.4f} ns · N·log2 N, N = {fit.n[0]} … {fit.n[-1]}, "
            f"at most {fit.worst:.0%} off"
        )
    for limit in limits(benchmark.rows):
        out.print(
            f"{limit.operation} N = {limit.n}: {limit.ns / 1000:.2f} µs; its {limit.butterflies} "
            f"butterflies take {limit.limit_ns / 1000:.2f} µs in registers ({limit.share:.0%})"
        )
    limbs = fit_limbs(benchmark.rows)
    if limbs is not None:
        out.print(
            f"limbs: {limbs.fixed_ns / 1000:.2f} µs + {limbs.per_limb_ns / 1000:.2f} µs for each "
            f"(r² {limbs.r2:.4f})"
        )
    for gain in thread_gains(benchmark.rows):
        out.print(f"{gain.threads} threads: {gain.ns / 1000:.1f} µs, {gain.gain:.2f} times one")


def _print_peers(benchmark: Benchmark) -> None:
    from ringassay.analysis.bench import peers

    found = peers(benchmark.rows)
    if not found:
        return
    out.heading("Power-of-two transforms of other libraries, in the same run")
    out.table(
        ("library", "transform", "N", "ours µs", "theirs µs", "theirs over ours"),
        [
            (
                ratio.peer,
                ratio.operation,
                str(ratio.n),
                f"{ratio.ours_ns / 1000:.2f}",
                f"{ratio.theirs_ns / 1000:.2f}",
                f"{ratio.times_faster:.2f}" if ratio.resolved else "not resolved",
            )
            for ratio in found
        ],
    )


def _cell(entry: Entry | None, marks: dict[str, str]) -> str:
    if entry is None:
        return ""
    theirs = [
        f"{mark} {_us(us)}" for key, mark in marks.items() if (us := entry.others_us.get(key))
    ]
    return _us(entry.us) + (f" ({', '.join(theirs)})" if theirs else "")


def _us(us: float) -> str:
    return f"{us:.3g}" if us < 100 else f"{us:.0f}"
