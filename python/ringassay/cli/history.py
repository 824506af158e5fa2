"""`ringassay store history`: a metric over the runs of a store."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out
from ringassay.cli.report import REPORT_NEEDS, ForceOption, FormatOption, tell_beside, write
from ringassay.cli.stored import DEFAULT_STORE, RunsArgument, StoreOption, tell_left_out

if TYPE_CHECKING:
    from ringassay.analysis.history import Series
    from ringassay.analysis.watched import Watched
    from ringassay.store import RunData


@applies(needs=REPORT_NEEDS)
def history(
    metric: Annotated[
        str | None,
        typer.Argument(
            help="evaluation, keygen, ingestion, encryption, decryption, total, first-answer (CPU "
            "times), key-size, ciphertext-size, result-size, memory or right (answers)."
        ),
    ] = None,
    runs: RunsArgument = None,
    store: StoreOption = DEFAULT_STORE,
    option: Annotated[
        str | None, typer.Option("--metric", help="The metric, if not named before.")
    ] = None,
    sut: Annotated[
        list[str] | None, typer.Option("--sut", help="Only this SUT; repeatable.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a page with a figure here.")
    ] = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a metric over the runs of a store, system by system, with change points.

    All runs of the suite and machine of the latest one, or those named. A change is claimed only
    if fewer than 5 % of all orders of the values show as much by chance
    (`ringassay --page compare`).
    """
    from ringassay.analysis import prepare
    from ringassay.analysis.history import comparable
    from ringassay.analysis.history import history as series_of
    from ringassay.analysis.watched import watched

    if (metric is None) == (option is None):
        raise UsageError("name one metric: `ringassay store history evaluation`")
    chosen = watched(metric or option or "")
    study = prepare(_load(store, runs or []))
    kept, left = comparable(study.runs)
    if left:
        study = study.of_runs(kept)
    if sut:
        named = study.suts[study.suts["sut"].isin(sut)]
        study = study.only(list(named["system"]))
    found = series_of(study, chosen)
    if report is not None:
        from ringassay.report.history import build_history

        document = build_history(chosen, found, left)
        subject = f"history of {chosen.name} in {Path(store).name}"
        tell_beside(write(document, report, form, subject, force=force), as_json=as_json)
    if as_json:
        emit_json(
            {"metric": chosen.name, "systems": [asdict(one) for one in found], "left_out": left}
        )
    else:
        _print(chosen, found, left)


def _load(store: str, names: list[str]) -> RunData:
    from ringassay.store import Store, load

    with Store(store, create=False) as opened:
        runs = [opened.find(name) for name in names] or [one.run for one in opened.runs()]
        data = load(opened, list(dict.fromkeys(runs)))
    tell_left_out(data.damaged)
    return data


def _print(metric: Watched, found: tuple[Series, ...], left: dict[str, str]) -> None:
    from ringassay.report.history import sentence
    from ringassay.report.markup.inline import plain
    from ringassay.report.plots.units import number, quantity

    units = {"time": "ns", "memory": "B", "size": "B"}
    for one in found:
        out.print((one.system, "bold"), f", {metric.label}")
        rows = []
        for place, moment in enumerate(one.moments):
            change = one.change_at.get(place)
            value = (
                quantity(moment.value, units[metric.kind], 4)
                if metric.kind in units
                else f"{moment.value:.2%}"
            )
            note = "" if change is None else f"×{number(change.factor, 3)} (p = {change.p:.2g})"
            rows.append((moment.run, moment.label, value, note))
        out.table(("run", "label", "value", "change"), rows)
        out.print(plain(sentence(one)))
        out.print()
    for run, why in left.items():
        err.print(f"Left out: {run} ({why})")
    if not found:
        err.print(f"No run has {metric.label} of a case that was right.")
