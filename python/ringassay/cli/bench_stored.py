"""What commands that measure have in common: storing, showing, reporting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringassay import _native
from ringassay.cli.counting import counting
from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_json, err
from ringassay.cli.report import Format, refuse_other, tell_beside, write

if TYPE_CHECKING:
    from ringassay.bench import Progress
    from ringassay.store import Benchmark, BenchmarkRow


@dataclass(frozen=True)
class Found:
    """A benchmark of the store."""

    name: str
    benchmark: Benchmark
    missing: tuple[str, ...] = ()
    """Who could not be measured, and why."""


@dataclass(frozen=True)
class Results:
    """Where a command's benchmark comes from, and where it goes: the options of all commands."""

    kind: str | None
    store: str
    show: str | None
    report: Path | None
    form: Format
    force: bool
    as_json: bool

    def refuse_early(self) -> None:
        """Another report is in the way of a measurement before minutes of it, not after."""
        if self.report is not None:
            refuse_other(self.report, self.form, None, force=self.force)

    def stored(self, show: str) -> Found:
        """The benchmark of this kind, or of any, in the store."""
        from ringassay.store import Store, find_benchmark, load_benchmark

        with Store(self.store, create=False) as opened:
            name = find_benchmark(opened, self.kind, show)
            return Found(name, load_benchmark(opened, name))

    def measured(self, measure: Callable[[Progress], tuple[Benchmark, tuple[str, ...]]]) -> Found:
        """What is measured, stored; `measure` also names who could not be measured."""
        from ringassay.bench import PeersError
        from ringassay.store import Store, add_benchmark

        try:
            with Store(self.store) as opened, counting(quiet=self.as_json) as progress:
                benchmark, missing = measure(progress)
                return Found(add_benchmark(opened, benchmark), benchmark, missing)
        except (_native.BenchError, PeersError) as error:
            raise UsageError(str(error)) from error

    def tell(
        self,
        found: Found,
        print_tables: Callable[[Benchmark], None],
        about: Callable[[BenchmarkRow], dict[str, Any]] = lambda _: {},
    ) -> None:
        """Rows as JSON, each with what is said `about` it, or tables; a report, if asked for."""
        from ringassay.store.location import label_of

        benchmark = found.benchmark
        if self.as_json:
            for row in benchmark.rows:
                emit_json(asdict(row) | {"spread": row.p75_ns - row.p25_ns} | about(row))
            for one in benchmark.peers:
                emit_json({"peer": asdict(one)})
        else:
            print_tables(benchmark)
            done = "Stored as" if self.show is None else "Shown:"
            err.print(f"{done} {found.name} in {label_of(self.store)}.")
        for absent in found.missing:
            err.print(f"Not measured: {absent}")
        if self.report is not None:
            from ringassay.report.benchmark import build_benchmark_report

            document = build_benchmark_report(benchmark)
            subject = f"report on the benchmark {found.name}"
            written = write(document, self.report, self.form, subject, force=self.force)
            tell_beside(written, as_json=self.as_json)


def listed(text: str | None) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(filter(None, (text or "").split(",")))


def chosen(what: str, names: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    """The names, if all are known. Raises `UsageError` for another one."""
    names, all_known = tuple(names), tuple(known)
    unknown = [name for name in names if name not in all_known]
    if unknown:
        raise UsageError(f"no {what} {unknown[0]!r}: choose from {', '.join(all_known)}")
    return names
