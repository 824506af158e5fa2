"""`ringassay show`: a run in short, and its cases that are not right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ringassay import shell
from ringassay.cli.answers import FIRST, OutputOption, tell_answers
from ringassay.cli.applies import applies
from ringassay.cli.baseline import show_baseline
from ringassay.cli.cases import print_case
from ringassay.cli.decided import MarkdownOption
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out, plural, subcommand
from ringassay.cli.served import show_served
from ringassay.cli.stored import DEFAULT_STORE, StoreOption, load_runs, tell_left_out

app = subcommand()

_MOST = 20


@app.command()
@applies(
    needs={"markdown": ("served",), "every": ("wrong", "answers", "output")},
    idle={
        "answers": ("wrong", "served", "baseline", "sut"),
        "output": ("wrong", "served", "baseline", "sut"),
        "wrong": ("served", "baseline"),
        "served": ("baseline",),
        "baseline": ("sut",),
        "as_json": ("markdown",),
    },
)
def show(
    runs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[RUN]...",
            help="A run: identifier, beginning of one, label, latest, latest~1. By default the "
            "latest; several with --served and --baseline.",
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    wrong: Annotated[
        bool,
        typer.Option(
            "--wrong",
            help="Each case that is not right: expected, got, slots that differ, standard error.",
        ),
    ] = False,
    served: Annotated[
        bool,
        typer.Option(
            "--served", help="Which system served which computation of these runs, and why not."
        ),
    ] = False,
    baseline: Annotated[
        bool,
        typer.Option("--baseline", help="How fast its circuits were evaluated in the clear."),
    ] = False,
    answers: Annotated[
        bool,
        typer.Option(
            "--answers", help="The answers to a computation of your own, beside what is right."
        ),
    ] = False,
    output: OutputOption = None,
    markdown: MarkdownOption = False,
    sut: Annotated[
        list[str] | None, typer.Option("--sut", help="Only of this SUT; repeatable.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help=f"All of them, not the first {_MOST}.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show how a run ended: outcomes by system, its cases that are not right, or its answers.

    `ringassay run --only CASE` replays one of them.
    """
    if len(runs or ()) > 1 and not (served or baseline):
        raise UsageError("name one run; several only with --served and --baseline")
    if answers or output is not None:
        _answers(store, (runs or ["latest"])[0], output, every=every, as_json=as_json)
        return
    if not (wrong or served or baseline):
        _outcomes(store, (runs or ["latest"])[0], sut, as_json=as_json)
        return
    data = load_runs(store, runs)
    if served:
        show_served(data, sut, as_json=as_json, markdown=markdown)
        return
    if baseline:
        show_baseline(data, as_json=as_json)
        return
    rows = data.evaluations
    if sut:
        rows = rows[rows["sut"].isin(sut)]
    # One fault under two names, or repeated, is one thing to look at.
    bad = rows[~rows["outcome"].isin(["ok", "interrupted"])]
    bad = bad.drop_duplicates(["sut", "circuit", "input", "outcome", "got"])
    found = [_facts(row) for row in bad.to_dict("records")]
    if as_json:
        emit_json(found)
        return
    for facts in found if every else found[:_MOST]:
        print_case(f"{facts['sut']} {facts['case']}", facts)
    name = str(data.runs.iloc[0]["run"])
    if not found:
        err.print(f"Run {name}: every case is right.")
        return
    left = len(found) - _MOST
    if left > 0 and not every:
        err.print(f"… and {left} more: --all shows them.")
    from ringassay.store.location import label_of

    first = found[0]
    replay = shell.command(
        *("ringassay", "run", "--only", first["case"], "--of", name, "--sut", first["sut"]),
        *(() if store == DEFAULT_STORE else ("--store", label_of(store))),
    )
    err.print(f"Run {name}: {plural(len(found), 'case')} not right. Replay one with: {replay}")


def _answers(store: str, name: str, output: Path | None, *, every: bool, as_json: bool) -> None:
    from ringassay.store import Store

    with Store(store, create=False) as opened:
        most = None if every else FIRST
        tell_answers(opened, opened.find(name), output, as_json=as_json, most=most)
    if not every and not as_json:
        err.print("`--all` shows every row, `--output FILE` writes them.")


def _outcomes(store: str, name: str, systems: list[str] | None, *, as_json: bool) -> None:
    from ringassay.store import Store
    from ringassay.store.outcomes import outcomes

    with Store(store, create=False) as opened:
        run, counts, left_out = outcomes(opened, opened.find(name))
    tell_left_out(left_out)
    if systems:
        counts = {pair: count for pair, count in counts.items() if pair[0] in systems}
    if as_json:
        by_sut: dict[str, dict[str, int]] = {}
        for (sut, outcome), count in counts.items():
            by_sut.setdefault(sut, {})[outcome] = count
        names = ("run", "label", "suite", "state", "started_at")
        emit_json({name: run[name] for name in names} | {"outcomes": by_sut})
        return
    label = "" if run["label"] is None else f" ({run['label']})"
    out.print(f"Run {run['run']}{label}: suite {run['suite']}, {run['state']}")
    out.table(
        ("SUT", "outcome", "cases"),
        [(sut, outcome, str(count)) for (sut, outcome), count in counts.items()],
    )
    if {outcome for _, outcome in counts} - {"ok"}:
        err.print("`--wrong` shows the cases that are not right.")


def _facts(row: dict[Any, Any]) -> dict[str, Any]:
    known = {name: None if _missing(value) else value for name, value in row.items()}
    detail = json.loads(known["detail"] or "{}")
    stderr = str(detail.get("stderr", ""))
    role = "server" if known["stage"] in {"ingest", "evaluate"} else "client"
    return {
        "sut": known["sut"],
        "case": f"{known['circuit']}/{known['input']}",
        "repetition": known["repetition"],
        "outcome": known["outcome"],
        "stage": known["stage"],
        "message": detail.get("message", ""),
        "expected": known["expected"],
        "got": known["got"],
        "wrong_slots": known["wrong_slots"],
        "slots": detail.get("slots", []),
        "form": detail.get("form"),
        "stderr": {role: stderr} if stderr else {},
    }


def _missing(value: Any) -> bool:
    import pandas as pd

    return value is pd.NA or value is None or (isinstance(value, float) and value != value)  # noqa: PLR0124
