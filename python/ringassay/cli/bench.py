"""`ringassay bench`: single operations on this machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ringassay.cli import bench_tables
from ringassay.cli.applies import applies, refuse_others
from ringassay.cli.bench_stored import Results, chosen, listed
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, subcommand
from ringassay.cli.report import REPORT_NEEDS, ForceOption, FormatOption, ReportOption
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.bench import Progress, Settings
    from ringassay.store import Benchmark, BenchmarkRow

    Measure = Callable[[Progress], tuple[Benchmark, tuple[str, ...]]]

app = subcommand()

What = Literal["ring", "bgv", "lattice"]

TAKES: dict[str, set[str]] = {
    "`bench ring`": {"groups", "bits", "backend"},
    "`bench bgv`": {"sets", "quick", "shapes", "figures", "for_this_machine", "backend"},
    "`bench lattice`": {"groups", "shapes", "schemes"},
}
"""The options that not all benchmarks take, by the benchmarks that do."""
MEASURING = (
    *("groups", "sets", "shapes", "schemes", "quick", "rounds", "sample_us", "bits", "threads"),
    *("backend", "for_this_machine", "peers", "figures"),
)
"""The options that say how to measure."""


@dataclass(frozen=True)
class Sampling:
    """How often and how long each row is measured, and by whom."""

    rounds: int | None
    sample_us: int | None
    threads: int | None
    peers: bool | None
    backend: str | None


@app.command()
@applies(
    needs=REPORT_NEEDS,
    idle={"show": MEASURING, "quick": ("rounds", "sample_us")},
)
def bench(
    context: typer.Context,
    what: Annotated[
        What | None,
        typer.Argument(
            help="ring: ring arithmetic, in the tables of Λ∘λ's evaluation; bgv: BGV at HElib's "
            "parameters and at our own; lattice: CKKS, BFV and BGV at powers of two."
        ),
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(
            "--groups",
            help="What to measure, with commas. ring: conversions, operations, extensions, plain "
            "(a reference without vectors), growth; all by default. lattice: transform, keys, "
            "encoding, arithmetic, rotations, polynomials, diagonals, dense (gigabytes), formats; "
            "all but dense by default, without diagonals from N = 2^15 on.",
        ),
    ] = None,
    shapes: Annotated[
        str | None,
        typer.Option(
            "--shapes",
            help="Rings and moduli, equal for all libraries, with commas. lattice: N10 to N15, "
            "N14x2, N15x3, N16x5, N17x5 (log2 N, and the number of primes of P where it is not "
            "one); N13-best, N14-best: those with which each library is fastest, with as many "
            "levels; by default N13 and N14 in both ways, N15 and N15x3. bgv --peers: N12 to N15; "
            "all by default.",
        ),
    ] = None,
    schemes: Annotated[
        str | None, typer.Option("--schemes", help="CKKS, BFV, BGV, with commas; all by default.")
    ] = None,
    sets: Annotated[
        str | None,
        typer.Option(
            "--sets",
            help="Parameter sets, with commas: A to F (HElib's rows), free-378-7 and so on (chosen "
            "freely), N12 to N14 (powers of two), free-1285-60 (gigabytes). By default all but the "
            "last; none with --peers.",
        ),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="A few samples of one set of each kind.")
    ] = False,
    rounds: Annotated[
        int | None,
        typer.Option(min=5, help="Samples of each row; 25 (ring), 15 (bgv), 9 (lattice)."),
    ] = None,
    sample_us: Annotated[
        int | None,
        typer.Option(
            min=10, help="Length of a sample, µs; 500 (ring), 2000 (bgv), 20000 (lattice)."
        ),
    ] = None,
    bits: Annotated[int, typer.Option(min=20, max=62, help="Bits of each prime.")] = 49,
    threads: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=64,
            help="Also within one operation on up to so many threads; ring: in the growth group, "
            "where 0 means all there are.",
        ),
    ] = None,
    backend: Annotated[
        str | None,
        typer.Option(help="portable, neon, avx2 or avx512; by default the best this machine has."),
    ] = None,
    for_this_machine: Annotated[
        bool,
        typer.Option(
            "--for-this-machine",
            help="Rank the indices of freely chosen sets by what transforms cost on this machine.",
        ),
    ] = False,
    peers: Annotated[
        bool | None,
        typer.Option(
            help="Other libraries in rounds with ours, where installed: SEAL, Lattigo, OpenFHE; "
            "ring: tfhe-ntt and fhe-math (first: `make peers`). Only lattice does by default.",
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(
            "--figures",
            help="Your own figures of another implementation (`ringassay --page bgv` shows the "
            "form): divided "
            "by ours if they are of this machine.",
        ),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option("--show", help="Measure nothing: show a stored benchmark, or `latest`."),
    ] = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure single operations on this machine: our own engine's, other libraries' beside it.

    One thread on one processor, CPU time; all rows are measured interleaved, each library in a
    process of its own, a round of each in turn; medians with quartiles. Figures of another machine
    stand beside ours, without a quotient. The result is printed and stored.
    """
    results = Results(what, store, show, report, form, force, as_json)
    if show is not None:
        found = results.stored(show)
    else:
        if what is None:
            raise UsageError("which benchmark? `ringassay bench ring`, `bgv` or `lattice`")
        refuse_others(context, f"`bench {what}`", TAKES)
        results.refuse_early()
        how = Sampling(rounds, sample_us, threads, peers, backend)
        if what == "ring":
            measure = _ring(groups, bits, how)
        elif what == "bgv":
            measure = _bgv(sets, shapes, figures, how, quick=quick, here=for_this_machine)
        else:
            measure = _lattice(shapes, schemes, groups, how)
        found = results.measured(measure)
    kind = found.benchmark.kind
    by_name = {one.name: asdict(one) for one in found.benchmark.sets}

    def about(row: BenchmarkRow) -> dict[str, Any]:
        return {"parameters": by_name.get(row.parameter_set or "")} if kind == "bgv" else {}

    results.tell(found, getattr(bench_tables, f"print_{kind}"), about)


def _ring(groups: str | None, bits: int, how: Sampling) -> Measure:
    from ringassay.bench import GROUPS, Settings

    settings = Settings(
        groups=chosen("group", listed(groups), GROUPS) or tuple(GROUPS),
        rounds=how.rounds or 25,
        sample_us=how.sample_us or 500,
        backend=how.backend,
        modulus_bits=bits,
        threads=how.threads or 0,
    )
    return lambda progress: _measured_ring(settings, progress, with_peers=bool(how.peers))


def _bgv(
    sets: str | None,
    shapes: str | None,
    figures: Path | None,
    how: Sampling,
    *,
    quick: bool,
    here: bool,
) -> Measure:
    from ringassay.bench import QUICK, SETS, SHAPES, USUAL, BgvSettings, measure_bgv

    usual = QUICK if quick else () if how.peers else USUAL
    named = chosen("parameter set", listed(sets), SETS) or usual
    places = chosen("shape", listed(shapes), SHAPES) or tuple(SHAPES)
    if shapes is not None and not how.peers:
        raise UsageError("--shapes says where --peers are measured: add --peers")
    if here and all(SETS[name].index is not None for name in named):
        raise UsageError(
            "--for-this-machine ranks the indices of freely chosen sets: name one in --sets"
        )
    settings = BgvSettings(
        sets=named,
        for_this_machine=here,
        rounds=5 if quick else how.rounds or 15,
        sample_us=100 if quick else how.sample_us or 2000,
        backend=how.backend,
        threads=how.threads or 1,
        figures=_figures(figures),
        peers=places if how.peers else (),
    )
    return lambda progress: measure_bgv(settings, progress)


def _lattice(shapes: str | None, schemes: str | None, groups: str | None, how: Sampling) -> Measure:
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
        rounds=how.rounds or 9,
        sample_us=how.sample_us or 20_000,
        peers=how.peers is not False,
        threads=how.threads or 1,
    )
    return lambda progress: measure_lattice(settings, progress)


def _figures(path: Path | None) -> dict[str, Any] | None:
    if path is None:
        return None
    from ringassay.analysis.bench import read_figures

    try:
        return read_figures(path.read_text("utf-8")).to_json()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def _measured_ring(
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
