"""`ringassay bench lattice`: single operations of CKKS, BFV and BGV."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.bench_stored import (
    ShowOption,
    measured_benchmark,
    refuse_early,
    row_json,
    say_stored,
    stored_benchmark,
    write_report,
)
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err
from ringassay.cli.report import ForceOption, FormatOption, ReportOption
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.bench import Progress
    from ringassay.store import Benchmark


def lattice(
    shapes: Annotated[
        str | None,
        typer.Option(
            "--shapes",
            help="N10 to N15, N14x2, N15x3, N16x5, N17x5, with commas: log2 N, and the number of "
            "primes of P where it is not one. N13, N14, N14x2, N15 and N15x3, where none is named.",
        ),
    ] = None,
    schemes: Annotated[
        str | None, typer.Option("--schemes", help="CKKS, BFV, BGV, with commas; or all.")
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(
            "--groups",
            help="Operations, with commas: transform, keys, encoding, arithmetic, rotations, "
            "polynomials, diagonals, dense (gigabytes), formats. All but dense, where none is "
            "named; without diagonals from N = 2^15 on.",
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=5, help="Samples of each operation.")] = 9,
    sample_us: Annotated[int, typer.Option(min=100, help="Length of a sample, µs.")] = 20_000,
    peers: Annotated[
        bool,
        typer.Option(
            help="Other libraries in rounds with ours: SEAL, Lattigo, OpenFHE, where installed."
        ),
    ] = True,
    threads: Annotated[
        int,
        typer.Option(min=1, max=64, help="Also within one operation on up to so many threads."),
    ] = 1,
    show: ShowOption = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure single operations of CKKS, BFV and BGV, and other libraries beside ours.

    Keys, encoding, encryption, arithmetic, rotations, polynomials, linear transforms and formats at
    N = 2^10 to 2^17: each library in a process of its own, a round of each in turn, one thread, CPU
    time; with parameters, estimated security, sizes, and the transforms that our operations take.
    The result is printed and stored.
    """
    missing: tuple[str, ...] = ()
    if show is not None:
        name, benchmark = stored_benchmark(store, "lattice", show)
    else:
        refuse_early(report, form, force=force)
        from ringassay.bench import (
            LATTICE_GROUPS,
            LATTICE_SHAPES,
            SINGLE_SCHEMES,
            USUAL_LATTICE,
            LatticeSettings,
            measure_lattice,
        )

        settings = LatticeSettings(
            shapes=_chosen("shape", shapes, LATTICE_SHAPES) or USUAL_LATTICE,
            schemes=_chosen("scheme", schemes, SINGLE_SCHEMES) or SINGLE_SCHEMES,
            groups=_chosen("group", groups, LATTICE_GROUPS) or None,
            rounds=rounds,
            sample_us=sample_us,
            peers=peers,
            threads=threads,
        )

        def measure(progress: Progress) -> Benchmark:
            nonlocal missing
            measured, missing = measure_lattice(settings, progress)
            return measured

        name, benchmark = measured_benchmark(store, measure, quiet=as_json)
    if as_json:
        for row in benchmark.rows:
            emit_json(row_json(row))
        for one in benchmark.peers:
            emit_json({"peer": asdict(one)})
    else:
        from ringassay.analysis.bench import lattice_grids
        from ringassay.cli.bench_tables import print_grids

        print_grids(lattice_grids(benchmark))
        say_stored(name, store, shown=show is not None)
    for absent in missing:
        err.print(f"Not measured: {absent}", markup=False)
    write_report(name, benchmark, report, form, force=force, as_json=as_json)


def _chosen(what: str, given: str | None, known: Iterable[str]) -> tuple[str, ...]:
    """The names that are given. Raises `UsageError` for another one."""
    names = tuple(filter(None, (given or "").split(",")))
    all_known = tuple(known)
    unknown = [name for name in names if name not in all_known]
    if unknown:
        raise UsageError(f"no {what} {unknown[0]!r}: choose from {', '.join(all_known)}")
    return names
