"""`ringassay bench`: microbenchmarks of our own engine."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.bench_lattice import lattice
from ringassay.cli.bench_stored import Results, ShowOption, chosen, listed
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, subcommand
from ringassay.cli.report import ForceOption, FormatOption, ReportOption
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.bench import Progress, Settings
    from ringassay.store import Benchmark, BenchmarkRow

app = subcommand(no_args_is_help=True)

BackendOption = Annotated[
    str | None,
    typer.Option(help="portable, neon, avx2 or avx512; by default the best this machine has."),
]
app.command()(lattice)


@app.callback()
def bench() -> None:
    """Measure single operations on this machine: our own engine's, other libraries' beside it."""


@app.command()
def ring(
    group: Annotated[
        list[str] | None,
        typer.Option(
            "--group",
            "-g",
            help="What to measure (repeatable): conversions, operations, extensions, plain "
            "(a reference without vectors), growth. All, where none is named.",
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(min=5, help="Samples of each row.")] = 25,
    sample_us: Annotated[int, typer.Option(min=10, help="Length of a sample, µs.")] = 500,
    bits: Annotated[int, typer.Option(min=20, max=62, help="Bits of each prime.")] = 49,
    threads: Annotated[
        int, typer.Option(min=0, help="The most threads for the growth group; 0: all there are.")
    ] = 0,
    backend: BackendOption = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also tfhe-ntt and fhe-math (first: `make peers`).")
    ] = False,
    show: ShowOption = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure ring arithmetic: the tables of Λ∘λ's evaluation, and how cost grows.

    All rows are measured interleaved, one thread on one processor, CPU time; medians with
    quartiles. The result is printed beside figures measured elsewhere, and stored.
    """
    from ringassay.cli.bench_tables import print_ring

    results = Results("ring", store, show, report, form, force, as_json)
    if show is not None:
        found = results.stored(show)
    else:
        results.refuse_early()
        from ringassay.bench import GROUPS, Settings

        settings = Settings(
            groups=chosen("group", group or (), GROUPS) or tuple(GROUPS),
            rounds=rounds,
            sample_us=sample_us,
            backend=backend,
            modulus_bits=bits,
            threads=threads,
        )
        found = results.measured(lambda progress: _ring(settings, progress, with_peers=peers))
    results.tell(found, print_ring)


@app.command()
def bgv(
    sets: Annotated[
        str | None,
        typer.Option(
            "--sets",
            help="Parameter sets, with commas: A to F (HElib's rows), free-378-7 and so on (chosen "
            "freely), N12 to N14 (powers of two), free-1285-60 (gigabytes). All but the last, "
            "where none is named; none with --peers.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A few samples of one set of each kind.")
    ] = False,
    rounds: Annotated[int, typer.Option(min=5, help="Samples of each row.")] = 15,
    sample_us: Annotated[int, typer.Option(min=10, help="Length of a sample, µs.")] = 2000,
    backend: BackendOption = None,
    for_this_machine: Annotated[
        bool,
        typer.Option(
            "--for-this-machine",
            help="Rank the indices of freely chosen sets by what transforms cost on this machine.",
        ),
    ] = False,
    threads: Annotated[
        int,
        typer.Option(min=1, max=64, help="Also within one operation on up to so many threads."),
    ] = 1,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers",
            help="Other libraries in rounds with ours: SEAL, Lattigo, OpenFHE, where installed.",
        ),
    ] = False,
    shapes: Annotated[
        str | None,
        typer.Option("--shapes", help="With --peers: N12, N13, N14, N15, with commas; or all."),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(
            "--figures",
            help="Your own figures of another implementation (docs/bgv.md shows the form): divided "
            "by ours if they are of this machine.",
        ),
    ] = None,
    show: ShowOption = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure BGV at HElib's parameters and at our own, and other libraries beside it.

    One thread on one processor, CPU time; the operations of a set are measured interleaved,
    medians with quartiles. Figures of another machine stand beside ours, without a quotient. With
    --peers other libraries are measured at N = 2^12 to 2^15, t = 65537 and equal moduli, each in a
    process of its own, a round of each in turn. The result is printed and stored.
    """
    from ringassay.cli.bench_tables import print_bgv

    results = Results("bgv", store, show, report, form, force, as_json)
    if show is not None:
        found = results.stored(show)
    else:
        results.refuse_early()
        from ringassay.bench import QUICK, SETS, SHAPES, USUAL, BgvSettings, measure_bgv

        usual = QUICK if quick else () if peers else USUAL
        named = chosen("parameter set", listed(sets), SETS) or usual
        places = chosen("shape", listed(shapes), SHAPES) or tuple(SHAPES)
        if shapes is not None and not peers:
            raise UsageError("--shapes says where --peers are measured: add --peers")
        if for_this_machine and all(SETS[name].index is not None for name in named):
            raise UsageError(
                "--for-this-machine ranks the indices of freely chosen sets: name one in --sets"
            )
        settings = BgvSettings(
            sets=named,
            for_this_machine=for_this_machine,
            rounds=5 if quick else rounds,
            sample_us=min(sample_us, 100) if quick else sample_us,
            backend=backend,
            threads=threads,
            figures=_figures(figures),
            peers=places if peers else (),
        )
        found = results.measured(lambda progress: measure_bgv(settings, progress))
    by_name = {one.name: asdict(one) for one in found.benchmark.sets}
    results.tell(found, print_bgv, lambda row: {"parameters": by_name.get(row.parameter_set or "")})


def _figures(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    from ringassay.analysis.bench import read_figures

    try:
        return read_figures(path.read_text("utf-8")).to_json()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def _ring(
    settings: Settings, progress: Progress, *, with_peers: bool
) -> tuple[Benchmark, tuple[str, ...]]:
    from ringassay.bench import PeersError, find_peers, measure_peers, measure_ring

    def extra() -> list[BenchmarkRow]:
        if not with_peers:
            return []
        progress("measuring peers", 0, 1)
        return measure_peers(settings.rounds, settings.modulus_bits)

    try:
        if with_peers:
            find_peers()  # before minutes of measuring, not after
        return measure_ring(settings, progress, extra), ()
    except PeersError as missing:
        raise UsageError(str(missing)) from missing
