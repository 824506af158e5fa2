"""What commands that measure have in common: storing, showing, reporting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay import _native
from ringassay.cli.counting import counting
from ringassay.cli.errors import UsageError
from ringassay.cli.output import err
from ringassay.cli.report import Format, refuse_other, tell_beside, write

if TYPE_CHECKING:
    from ringassay.bench import Progress
    from ringassay.store import Benchmark, BenchmarkRow

ShowOption = Annotated[
    str | None,
    typer.Option("--show", help="Measure nothing: show a stored benchmark, or `latest`."),
]


def row_json(row: BenchmarkRow) -> dict[str, Any]:
    """A row for JSON."""
    return asdict(row) | {"spread": row.p75_ns - row.p25_ns}


def say_stored(name: str, store: str, *, shown: bool) -> None:
    """Where the benchmark is."""
    err.print(f"{'Shown:' if shown else 'Stored as'} {name} in {store}.")


def refuse_early(report: Path | None, form: Format, *, force: bool) -> None:
    """Another report is in the way of a measurement before minutes of it, not after."""
    if report is not None:
        refuse_other(report, form, None, force=force)


def write_report(
    name: str,
    benchmark: Benchmark,
    report: Path | None,
    form: Format,
    *,
    force: bool,
    as_json: bool,
) -> None:
    """Writes a report, where one is asked for."""
    if report is not None:
        from ringassay.report.benchmark import build_benchmark_report

        document = build_benchmark_report(benchmark)
        subject = f"report on the benchmark {name}"
        tell_beside(write(document, report, form, subject, force=force), as_json=as_json)


def stored_benchmark(store: str, kind: str, show: str) -> tuple[str, Benchmark]:
    """A benchmark of the store, with its name."""
    from ringassay.store import Store, find_benchmark, load_benchmark

    with Store(store, create=False) as opened:
        name = find_benchmark(opened, kind, show)
        return name, load_benchmark(opened, name)


def measured_benchmark(
    store: str, measure: Callable[[Progress], Benchmark], *, quiet: bool
) -> tuple[str, Benchmark]:
    """What is measured, stored, with its name."""
    from ringassay.bench import PeersError
    from ringassay.store import Store, add_benchmark

    try:
        with Store(store) as opened, counting(quiet=quiet) as progress:
            benchmark = measure(progress)
            return add_benchmark(opened, benchmark), benchmark
    except (_native.BenchError, PeersError) as error:
        raise UsageError(str(error)) from error
