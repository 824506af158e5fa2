"""`ringassay compare`: two systems under test, or two runs, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.applies import applies
from ringassay.cli.decided import MarkdownOption, figures, show
from ringassay.cli.output import JsonOption, subcommand
from ringassay.cli.report import (
    ForceOption,
    FormatOption,
    OutOption,
    refuse_other,
    tell,
    tell_beside,
    write,
)
from ringassay.cli.stored import DEFAULT_STORE, RunsArgument, StoreOption, tell_left_out
from ringassay.cli.thresholds import (
    FailAboveOption,
    MetricOption,
    StrictOption,
    as_values,
    checked,
    exit_code,
    tell_checks,
    thresholds,
)

if TYPE_CHECKING:
    from ringassay.analysis.resolution import Resolved
    from ringassay.analysis.study import Study
    from ringassay.store import RunData

DEFAULT_OUT = Path("comparison")

app = subcommand()

_SIDE = (
    "a system (seal), a run (identifier, label, latest, latest~1) or a system of a run (main:seal)."
)


@app.command()
@applies(needs={"strict": ("fail_above", "metric")}, idle={"as_json": ("markdown",)})
def compare(
    base: Annotated[str, typer.Argument(metavar="BASE", help=f"What is compared with: {_SIDE}")],
    new: Annotated[str, typer.Argument(metavar="NEW", help=f"What is compared: {_SIDE}")],
    runs: RunsArgument = None,
    store: StoreOption = DEFAULT_STORE,
    fail_above: FailAboveOption = None,
    metric: MetricOption = None,
    strict: StrictOption = False,
    out: OutOption = DEFAULT_OUT,
    form: FormatOption = "html",
    markdown: MarkdownOption = False,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Compare two systems under test, or two runs, on the cases both have: who needs less.

    Two systems mean the latest run that has both; two runs are compared system by system. With
    `--fail-above`, exit code 6 says that NEW is worse by more (`ringassay --page compare`). Ends
    with the decision between the two, also in `--json` and, for a pull request, `--markdown`.
    """
    wanted = thresholds(fail_above, metric)
    data, sides = _load(store, base, new, runs or [])
    subject = "comparison of " + ", ".join(f"{one} and {other}" for one, other in sides.pairs)
    refuse_other(out, form, subject, force=force)
    from ringassay.analysis import prepare
    from ringassay.report.build import comparison_of

    names = [str(place) for place in sides.pairs[0]]
    if len(sides.pairs) > 1:
        names = [place.run for place in sides.pairs[0]]
    study = prepare(data)
    document = comparison_of(study, *names, title=_title(sides))
    written = write(document, out, form, subject, force=force)
    pairs = _systems(study, sides)
    only = study.only({system for pair in pairs for system in pair})
    found = checked(study, pairs, wanted) if wanted else ()
    code = exit_code(found, strict=strict) if wanted else 0
    if as_json:
        beside: dict[str, Any] = {"decision": figures(only)}
        if wanted:
            beside |= {"checks": as_values(found), "exit_code": code}
        tell(written, as_json=True, beside=beside)
    else:
        tell_beside(written, as_json=markdown)
        show(only, markdown=markdown)
        if wanted:
            tell_checks(found, code)
    raise typer.Exit(code)


def _systems(study: Study, sides: Resolved) -> list[tuple[str, str]]:
    """The pairs by the names that systems have in the study."""
    suts = study.suts
    names = {
        (run, sut): system
        for run, sut, system in zip(suts["run"], suts["sut"], suts["system"], strict=True)
    }
    return [(names[one], names[other]) for one, other in sides.pairs]


def _load(store: str, base: str, new: str, among: list[str]) -> tuple[RunData, Resolved]:
    from ringassay.analysis.resolution import resolve
    from ringassay.store import Store, load

    with Store(store, create=False) as opened:
        sides = resolve(opened.runs(), base, new, opened.label, among)
        data = load(opened, list(sides.runs))
    tell_left_out(data.damaged)
    return data, sides


def _title(sides: Resolved) -> str:
    from ringassay.report.document import literal

    return f"{literal(sides.base)} against {literal(sides.new)}"
