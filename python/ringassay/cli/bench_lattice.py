"""`ringassay bench lattice`: single operations of CKKS, BFV and BGV."""

from __future__ import annotations

from typing import Annotated

import typer

from ringassay.cli.bench_stored import Results, ShowOption, chosen, listed
from ringassay.cli.output import JsonOption
from ringassay.cli.report import ForceOption, FormatOption, ReportOption
from ringassay.cli.stored import DEFAULT_STORE, StoreOption


def lattice(
    shapes: Annotated[
        str | None,
        typer.Option(
            "--shapes",
            help="N10 to N15, N14x2, N15x3, N16x5, N17x5, with commas: log2 N, and the number of "
            "primes of P where it is not one, the same moduli for all libraries. N13-best, "
            "N14-best: those with which each library is fastest, with as many levels. N13 and N14 "
            "in both ways, N15 and N15x3, where none is named.",
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
    time, with the spread of the ratios; with parameters, estimated security, sizes, and the
    transforms that our operations take. The result is printed and stored.
    """
    from ringassay.cli.bench_tables import print_lattice

    results = Results("lattice", store, show, report, form, force, as_json)
    if show is not None:
        found = results.stored(show)
    else:
        results.refuse_early()
        from ringassay.bench import (
            LATTICE_GROUPS,
            LATTICE_SHAPES,
            SINGLE_SCHEMES,
            USUAL_LATTICE,
            LatticeSettings,
            measure_lattice,
        )

        settings = LatticeSettings(
            shapes=chosen("shape", listed(shapes), LATTICE_SHAPES) or USUAL_LATTICE,
            schemes=chosen("scheme", listed(schemes), SINGLE_SCHEMES) or SINGLE_SCHEMES,
            groups=chosen("group", listed(groups), LATTICE_GROUPS) or None,
            rounds=rounds,
            sample_us=sample_us,
            peers=peers,
            threads=threads,
        )
        found = results.measured(lambda progress: measure_lattice(settings, progress))
    results.tell(found, print_lattice)
