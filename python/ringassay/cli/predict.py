"""`ringassay predict`: sweeps of parameters, predicted and executed."""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay import _native
from ringassay.cli.applies import applies
from ringassay.cli.calibrate import calibrate
from ringassay.cli.calibrated import StaleOption, checked_calibration
from ringassay.cli.command import Group
from ringassay.cli.counting import counting
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out, subcommand
from ringassay.cli.predict_run import predict_run
from ringassay.cli.predict_suite import predict_suite
from ringassay.cli.predict_sut import predict_sut
from ringassay.cli.report import (
    REPORT_NEEDS,
    ForceOption,
    FormatOption,
    ReportOption,
    tell_beside,
    write,
)
from ringassay.cli.stored import DEFAULT_STORE, StoreOption
from ringassay.cli.tally import tally
from ringassay.spelling import meant

SWEEPS = "sweeps"
"""The subcommand that is meant where none is named."""

if TYPE_CHECKING:
    from ringassay.predict import Errors
    from ringassay.predict.table import Comparison
    from ringassay.predict.truth import Truths


class PredictGroup(Group):
    """Sweeps are what is predicted where no other subcommand is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Writes out the subcommand that is meant."""
        if args and args[0] not in {*self.list_commands(ctx), "--help", "-h"}:
            args = [SWEEPS, *args]
        parsed: list[str] = super().parse_args(ctx, args)
        return parsed


app = subcommand(cls=PredictGroup, no_args_is_help=True)
app.command()(calibrate)
app.command(name="tally")(tally)
app.command(name="run")(predict_run)
app.command(name="suite")(predict_suite)
app.command(name="sut")(predict_sut)


@app.callback()
def _predict() -> None:
    """Predict what schemes take; count what they do.

    `ringassay predict panthers` is `ringassay predict sweeps panthers`.
    """


@app.command(name=SWEEPS)
@applies(needs={**REPORT_NEEDS, "stale_ok": ("stored",)})
def predict(
    sweeps: Annotated[
        str, typer.Argument(help="A file of sweeps (`ringassay --page explore`), or `panthers`.")
    ] = "panthers",
    store: StoreOption = DEFAULT_STORE,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds over all points.")] = 9,
    repeats: Annotated[int, typer.Option(min=1, help="Executions of a point in a round.")] = 1,
    kernel_rounds: Annotated[
        int, typer.Option(min=1, help="Rounds over all kernels, in each round over the points.")
    ] = 4,
    journal: Annotated[
        Path | None,
        typer.Option(help="Write every execution to this file; where it is complete, read it."),
    ] = None,
    stored: Annotated[
        bool,
        typer.Option("--stored", help="Predict by the store's latest calibration instead."),
    ] = False,
    stale_ok: StaleOption = False,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Predict the time and memory of schemes' basic functions, execute them, and compare.

    Kernels are measured in turns with the executions, on the same processor by the same clock, and
    stored. No execution enters a prediction. With --stored the calibration is checked first: one
    that does not hold is refused.
    """
    from ringassay.predict.sweeps import load_sweeps
    from ringassay.predict.table import confront
    from ringassay.predict.truth import execute
    from ringassay.store.location import label_of

    document = load_sweeps(_file(sweeps))
    try:
        calibration = _stored(store, stale_ok=stale_ok) if stored else None
        with counting(quiet=as_json) as progress:
            truths = execute(
                document.points(),
                rounds=rounds,
                repeats=repeats,
                kernel_rounds=kernel_rounds,
                journal=journal,
                progress=lambda done, total: progress("executing", done, total),
            )
        kept = _keep(store, truths)
        calibration = calibration or truths.calibration
        if calibration is None:
            raise UsageError("the kernels were not measured: calibrate, and name --stored")
        found = confront(document, truths, calibration)
    except _native.CalibrationError as error:
        raise UsageError(str(error)) from error
    if as_json:
        emit_json(asdict(found) | _ratios(found) | {"stored_as": kept})
    else:
        _print(found)
        if kept is not None:
            where = label_of(store)
            out.print(f"The kernels' prices are stored as {kept} in {where}.")
    if report is not None:
        from ringassay.report.prediction import build_sweeps

        tell_beside(
            write(build_sweeps(found, document), report, form, force=force), as_json=as_json
        )


def shipped_sweeps() -> dict[str, Path]:
    """The sweeps that come with the program, by name."""
    folder = Path(str(files("ringassay") / "suites" / "predict"))
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}


def _file(name: str) -> Path:
    path, shipped = Path(name), shipped_sweeps()
    if path.exists():
        return path
    if name not in shipped:
        others = [str(command.name) for command in app.registered_commands]
        raise UsageError(
            f"no file is called {name!r}, nor are sweeps{meant(name, [*shipped, *others])}: "
            f"{', '.join(shipped)}"
        )
    return shipped[name]


def _stored(target: str, *, stale_ok: bool) -> str:
    from ringassay.store import Store

    with Store(target, create=False) as opened:
        return checked_calibration(opened, stale_ok=stale_ok)[0].document


def _keep(target: str, truths: Truths) -> str | None:
    """Stores the kernels measured just now and returns the identifier; nothing read from a log."""
    from ringassay.predict import stored
    from ringassay.store import MULTIPRECISION, Store, add_calibration

    if truths.calibration is None or not truths.executed:
        return None
    with Store(target) as opened:
        return add_calibration(opened, stored(truths.calibration), MULTIPRECISION)


def _ratios(found: Comparison) -> dict[str, float]:
    return {
        "ratio": found.ratio,
        "ratio_with_calibration": found.ratio_with_calibration,
    }


def _print(found: Comparison) -> None:
    rows = []
    for row in found.rows:
        curves = [row.time_by_points.get(count) for count in (1, 2, 3)]
        rows.append(
            (
                row.name,
                str(len(row.points)),
                _errors(row.time),
                *(_short(errors) for errors in curves),
                f"{100 * row.spread:.1f}",
                _errors(row.memory),
            )
        )
    columns = ("sweep", "points", "time: mean/max/signed %", "1 point", "2 points", "3 points")
    out.table((*columns, "spread %", "memory: mean/max/signed %"), rows)
    out.print(
        f"Executing all takes {found.executing_seconds:.1f} s, predicting them "
        f"{1e3 * found.predicting_seconds:.1f} ms, calibrating {found.calibrating_seconds:.1f} s: "
        f"{found.ratio:.0f} times faster, {found.ratio_with_calibration:.1f} times with the "
        "calibration."
    )
    for failure in found.failed:
        err.print(failure)


def _errors(errors: Errors) -> str:
    return f"{100 * errors.mean:.1f}/{100 * errors.largest:.1f}/{100 * errors.signed:+.1f}"


def _short(errors: Any) -> str:
    return "–" if errors is None else f"{100 * errors.mean:.1f}/{100 * errors.largest:.1f}"
