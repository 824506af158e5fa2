"""`ringassay bench`: microbenchmarks of our own engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay import _native
from ringassay.cli.bench_tables import print_ring
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, subcommand
from ringassay.cli.report import FormatOption, tell, write
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.bench import Progress, Settings
    from ringassay.store import Benchmark, BenchmarkRow

app = subcommand(no_args_is_help=True)


@app.callback()
def bench() -> None:
    """Measure the operations of our own engine on this machine."""


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
    backend: Annotated[
        str | None,
        typer.Option(help="portable, avx2 or avx512; by default the best this machine has."),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also tfhe-ntt and fhe-math (first: `make peers`).")
    ] = False,
    show: Annotated[
        str | None,
        typer.Option("--show", help="Measure nothing: show a stored benchmark, or `latest`."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--out", "-o", help="Also write a report into this folder.")
    ] = None,
    form: FormatOption = "html",
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure ring arithmetic: the tables of Λ∘λ's evaluation, and how cost grows.

    All rows are measured interleaved, one thread on one processor, CPU time; medians with
    quartiles. The result is printed beside figures measured elsewhere, and stored.
    """
    from ringassay.bench import GROUPS, Settings
    from ringassay.store import Store, find_benchmark, load_benchmark

    if show is not None:
        with Store(store, create=False) as opened:
            name = find_benchmark(opened, "ring", show)
            benchmark = load_benchmark(opened, name)
    else:
        unknown = sorted(set(group or ()) - set(GROUPS))
        if unknown:
            raise UsageError(f"no group {unknown[0]!r}: choose from {', '.join(GROUPS)}")
        settings = Settings(
            groups=tuple(group or GROUPS),
            rounds=rounds,
            sample_us=sample_us,
            backend=backend,
            modulus_bits=bits,
            threads=threads,
        )
        name, benchmark = _measure(settings, store, with_peers=peers, quiet=as_json)
    if as_json:
        for row in benchmark.rows:
            emit_json(asdict(row) | {"spread": row.p75_ns - row.p25_ns})
    else:
        print_ring(benchmark)
        err.print(f"{'Stored as' if show is None else 'Shown:'} {name} in {store}.")
    if report is not None:
        from ringassay.report.benchmark import build_benchmark_report

        tell(write(build_benchmark_report(benchmark), report, form), as_json=False)


def _measure(
    settings: Settings, store: str, *, with_peers: bool, quiet: bool
) -> tuple[str, Benchmark]:
    from ringassay.bench import PeersError, find_peers, measure_peers, measure_ring
    from ringassay.store import Store, add_benchmark

    try:
        if with_peers:
            find_peers()  # before minutes of measuring, not after

        with Store(store) as opened, counting(quiet=quiet) as progress:

            def extra() -> list[BenchmarkRow]:
                if not with_peers:
                    return []
                progress("measuring peers", 0, 1)
                return measure_peers(settings.rounds, settings.modulus_bits)

            benchmark = measure_ring(settings, progress, extra)
            return add_benchmark(opened, benchmark), benchmark
    except PeersError as missing:
        raise UsageError(str(missing)) from missing
    except _native.BenchError as error:
        raise UsageError(str(error)) from error


@contextmanager
def counting(*, quiet: bool) -> Iterator[Progress]:
    """Shows what is being measured: a bar on a terminal, nothing elsewhere."""
    from rich.progress import Progress as Bar

    with Bar(console=err, transient=True, disable=quiet or not err.is_terminal) as bar:
        task = bar.add_task("preparing", total=None)
        yield lambda what, done, total: bar.update(
            task, description=what, completed=done, total=total
        )
