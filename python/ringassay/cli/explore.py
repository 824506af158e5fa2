"""`ringassay explore`: which scheme, which parameters, without executing anything."""

from __future__ import annotations

import math
import time
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay import shell
from ringassay.cli.applies import applies
from ringassay.cli.command import Command
from ringassay.cli.counting import counting
from ringassay.cli.entry import INTERRUPTED
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out, plural, subcommand
from ringassay.cli.report import (
    REPORT_NEEDS,
    ForceOption,
    Format,
    FormatOption,
    ReportOption,
    exploration_subject,
    refuse_other,
    tell,
    write,
)
from ringassay.cli.stored import DEFAULT_STORE, StoreOption
from ringassay.spelling import meant

RECOMMENDED = "recommended"
"""The point that is executed where none is named."""

if TYPE_CHECKING:
    from ringassay.explore import App, CalibratedPredictor, Selection, Where
    from ringassay.explore.proof import Proof
    from ringassay.store import Store

app = subcommand()


class ExploreCommand(Command):
    """`--prove` needs no point: what follows is one only if it looks like one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Writes out the point that is meant."""
        written: list[str] = []
        for at, argument in enumerate(args):
            written.append(argument)
            following = args[at + 1] if at + 1 < len(args) else ""
            if argument == "--prove" and ":" not in following and following != RECOMMENDED:
                written.append(RECOMMENDED)
        parsed: list[str] = super().parse_args(ctx, written)
        return parsed


@app.command(cls=ExploreCommand)
@applies(
    needs={**REPORT_NEEDS, "dask_tls": ("dask",), "modulus": ("expression",)},
    idle={
        "jobs": ("dask",),
        "application": ("resume", "show", "modulus"),
        "resume": ("show", "expression", "security", "predict"),
        "show": ("expression", "security", "predict", "jobs", "dask"),
    },
)
def explore(
    application: Annotated[
        str | None,
        typer.Argument(
            metavar="[APP]",
            help="What to explore: a file (`ringassay --page explore`), one that ships "
            "(case-study), or a "
            "circuit file, with every scheme that can compute it.",
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    expression: Annotated[
        str | None,
        typer.Option(
            "--expression",
            "-e",
            help="Explore this instead of the file's application; without a file, every scheme.",
        ),
    ] = None,
    modulus: Annotated[
        int | None,
        typer.Option(
            "--modulus", "-t", min=2, help="Without a file: the expression's values are mod t; 2."
        ),
    ] = None,
    security: Annotated[
        float | None,
        typer.Option("--security", min=0, max=512, help="Bits of security, instead of the file's."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", help="Complete this exploration (identifier or `latest`)."),
    ] = None,
    show: Annotated[
        str | None, typer.Option("--show", help="Explore nothing: show a stored one, or `latest`.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="Processes; as many as processors, where that pays."),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(
            "--dask", help="Work on the Dask cluster with this scheduler (tls://…, tcp://…)."
        ),
    ] = None,
    dask_tls: Annotated[
        Path | None,
        typer.Option("--dask-tls", help="Folder with ca.pem, cert.pem, key.pem for that cluster."),
    ] = None,
    predict: Annotated[
        bool,
        typer.Option(
            "--predict/--no-predict",
            help="Predict time and memory, by the store's calibration of this machine, or by one "
            "that is made first.",
        ),
    ] = True,
    proved: Annotated[
        list[str] | None,
        typer.Option(
            "--prove",
            metavar="[POINT]",
            help="Execute this point and put the predictions beside the truth (repeatable): the "
            "recommended one, or `SCHEME:n=4096,log2_q=281`, where what is not named is as at the "
            "scheme's best point.",
        ),
    ] = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Assess every point of an exploration, then say what to use, and why.

    Depth by the schemes' formulas, security by today's estimates, sizes from the definitions; time
    and memory where they can be predicted. Each part is stored as soon as it is there: whatever
    stops an exploration, `--resume` completes it. Exit code 1: nothing can be recommended.
    """
    from ringassay import explore as exploring
    from ringassay.store import Store, find_exploration, load_exploration

    stored = [one for one in (resume, show) if one is not None]
    named = application is not None or (expression is not None and not stored)
    if named + len(stored) != 1:
        raise UsageError(
            "name an app, a circuit or an --expression, or one exploration to --resume or to --show"
        )
    where = _where(jobs, dask, dask_tls)
    if report is not None and not stored:
        refuse_other(report, form, None, force=force)  # before minutes of work, not after
    started = time.monotonic()
    asked = None if stored else _app(application, expression, modulus, security)
    with Store(store, create=asked is not None) as opened:
        if asked is not None:
            found, folder = asked
            predictor = _predictor(opened, None, quiet=as_json) if predict else None
            name = exploring.begin(opened, found, folder, predictor)
        else:
            name = find_exploration(opened, resume or show or "latest")
            record, _ = load_exploration(opened, name, results=False)
            begun_with = record.predictor if resume else None
            predictor = _predictor(opened, begun_with, quiet=as_json) if begun_with else None
        if show is None:
            _complete(opened, name, predictor, where, quiet=as_json)
        selection = exploring.select(exploring.explored(opened, name))
        proofs = _proved(opened, name, selection, proved or [], application, quiet=as_json)
        if report is not None:
            _report(opened, name, report, form, force=force, quiet=as_json)
    _print(name, selection, time.monotonic() - started, store, proofs, as_json=as_json)
    if selection.recommended is None:
        raise typer.Exit(1)


def shipped_apps() -> dict[str, Path]:
    """The explorations that come with the program, by name."""
    folder = Path(str(files("ringassay") / "suites" / "explore"))
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}


def _app(
    name: str | None, expression: str | None, modulus: int | None, security: float | None
) -> tuple[App, Path]:
    """What is to be explored, and the folder of its circuit."""
    from ringassay.explore import App, facts_of, load_app, settled
    from ringassay.explore.app import Application, Constraints

    found: App
    if name is None:
        made = Application(expression=expression, modulus=modulus)
        found, folder = App(version=1, name="expression", application=made), Path()
    elif (path := _path(name)).suffix == ".toml":
        found, folder = load_app(path), path.parent
        if expression is not None:
            made = Application(expression=expression)
            found = found.model_copy(update={"application": made})
    elif expression is not None:
        raise UsageError(f"{name} is a circuit: leave --expression out")
    else:
        made = Application(circuit=path.name)
        found, folder = (
            App(version=1, name="circuit", title=path.name, application=made),
            path.parent,
        )
    if security is not None:
        constraints = found.constraints.model_copy(update={"security_bits": security})
        found = found.model_copy(
            update={"constraints": Constraints.model_validate(constraints.model_dump())}
        )
    # Refuses what cannot be explored before there is a store, or kernels are measured for it.
    facts_of(found, folder)
    return settled(found, folder), folder


def _path(name: str) -> Path:
    """The file of that name, or of the exploration that ships."""
    shipped, path = shipped_apps(), Path(name)
    if not path.exists():
        if name not in shipped and path.suffix != ".toml":
            raise UsageError(
                f"no file is called {name!r}, nor is one of the explorations that ship"
                f"{meant(name, shipped)}: "
                f"{', '.join(shipped)}"
            )
        path = shipped.get(name, path)
    return path


def _predictor(opened: Store, name: str | None, *, quiet: bool) -> CalibratedPredictor:
    """By that calibration, or by the latest if it is of this machine, or by a new one."""
    from ringassay.explore import CalibratedPredictor
    from ringassay.predict import differences, measure
    from ringassay.store import add_calibration, latest_calibration, load_calibration

    if name is not None:
        return CalibratedPredictor(name, load_calibration(opened, name).document)
    known = latest_calibration(opened)
    if known is not None:
        stored = load_calibration(opened, known)
        elsewhere = differences(stored)
        if not elsewhere:
            return CalibratedPredictor(known, stored.document)
        err.print(f"{known} is stale ({'; '.join(elsewhere)}): calibrating anew.")
    with counting(quiet=quiet) as progress:
        found = measure(None, lambda done, total: progress("measuring kernels", done, total))
    return CalibratedPredictor(add_calibration(opened, found), found.document)


def _complete(
    opened: Store,
    name: str,
    predictor: CalibratedPredictor | None,
    where: Where,
    *,
    quiet: bool,
) -> None:
    from ringassay.explore import ClusterError, complete

    try:
        with counting(quiet=quiet) as progress:
            complete(
                opened,
                name,
                predictor,
                where=where,
                progress=lambda done, total: progress("assessing points", done, total),
            )
    except ClusterError as error:
        raise UsageError(f"{error}; complete the exploration with --resume {name}") from None
    except KeyboardInterrupt:
        resume = shell.command("ringassay", "explore", "--resume", name)
        err.print(f"Interrupted. Complete it with: {resume}")
        raise typer.Exit(INTERRUPTED) from None


def _where(jobs: int | None, dask: str | None, tls: Path | None) -> Where:
    from ringassay.explore.executors import ClusterError, Security
    from ringassay.explore.run import Where

    if tls is None:
        return Where(jobs, dask)
    try:
        return Where(jobs, dask, Security.in_folder(tls))
    except ClusterError as error:
        raise UsageError(str(error)) from None


def _proved(
    opened: Store,
    name: str,
    selection: Selection,
    wanted: list[str],
    application: str | None,
    *,
    quiet: bool,
) -> list[Proof]:
    """Executes the points named."""
    if not wanted:
        return []
    from ringassay.explore.proof import find_place, prove
    from ringassay.store import calibration_names, load_exploration

    places = [find_place(selection, one) for one in wanted]
    record, _ = load_exploration(opened, name, results=False)
    known = record.predictor in calibration_names(opened)
    with counting(quiet=quiet) as progress:
        return prove(
            opened,
            name,
            selection,
            places,
            folder=Path(application or "").parent,
            calibration=record.predictor if known else None,
            progress=lambda done, total: progress("executing", done, total),
        )


def _print(
    name: str,
    selection: Selection,
    seconds: float,
    store: str,
    proofs: list[Proof],
    *,
    as_json: bool,
) -> None:
    from ringassay.explore import answer, excluded, walk, walked
    from ringassay.explore.sentences import held, proof_sentences
    from ringassay.store.location import label_of

    explored = selection.explored
    facts, asked = explored.facts, explored.app.constraints.security_bits
    walks = [walk(explored.app, study, facts) for study in explored.app.study]
    if as_json:
        emit_json(
            {
                "exploration": name,
                "points": explored.app.points(),
                "facts": facts,
                "predicted": selection.objective.is_predicted,
                "recommended": _place(selection, selection.recommended),
                "ranking": [_place(selection, place) for place in selection.ranking],
                "impractical": [_place(selection, place) for place in selection.impractical],
                "frontier": [_place(selection, place) for place in selection.frontier],
                "answer": answer(selection),
                "blocks": {
                    one.results.block.name: excluded(one, selection) for one in selection.outcomes
                },
                "studies": [
                    {
                        "name": one.study.name,
                        "steps": [curve.chosen for curve in one.curves],
                        "end": one.end,
                        "sentences": walked(one, asked),
                    }
                    for one in walks
                ],
                "proofs": [asdict(proof) for proof in proofs],
            }
        )
        return
    out.print(
        f"The application: {plural(facts['multiplications'], 'product')}, "
        f"{plural(facts['additions'], 'sum')}, depth {facts['multiplicative_depth']}, "
        f"at most {facts['live_peak']} ciphertexts alive{held(facts)}."
    )
    for sentence in answer(selection):
        out.print(sentence)
    _print_schemes(selection)
    for outcome in selection.outcomes:
        out.print()
        for sentence in excluded(outcome, selection):
            out.print(sentence)
    _print_frontier(selection)
    for one in walks:
        out.print()
        for sentence in walked(one, asked):
            out.print(sentence)
    for proof in proofs:
        out.print()
        for sentence in proof_sentences(proof):
            out.print(sentence)
    points, where = plural(explored.app.points(), "point"), label_of(store)
    err.print(f"{points} in {seconds:.1f} s; {name} in {where}.")


def _report(
    opened: Store, name: str, folder: Path, form: Format, *, force: bool, quiet: bool
) -> None:
    from ringassay.cli.explored import load_study
    from ringassay.report.exploration import build_exploration

    document = build_exploration(load_study(opened, name))
    written = write(document, folder, form, exploration_subject(name), force=force)
    if not quiet:
        tell(written, as_json=False)


def _print_schemes(selection: Selection) -> None:
    """Every scheme that computes the application, the practical ones first."""
    from ringassay.explore.sentences import scheme_row

    places = (*selection.ranking, *selection.impractical)
    if not places:
        return
    out.heading("Schemes that compute it, the practical ones first")
    rows = [scheme_row(selection, place) for place in places]
    columns = ("", "scheme", "parameters", "time", "peak", "ciphertext", "keys", "security")
    out.table(columns, rows)


def _print_frontier(selection: Selection) -> None:
    from ringassay.explore.sentences import figures_text, point_text
    from ringassay.schemes import scheme_name

    if not selection.frontier:
        return
    what = "time and memory" if selection.objective.is_predicted else "work and data"
    out.heading(f"No other point is better in both {what}")
    rows = []
    for place in selection.frontier[:12]:
        point = selection.point(place)
        scheme = selection.outcomes[place.block].results.block.scheme
        rows.append((scheme_name(scheme), point_text(point), figures_text(point)))
    out.table(("scheme", "parameters", "figures"), rows)
    if len(selection.frontier) > 12:
        out.print(f"… and {len(selection.frontier) - 12} more; --json lists them all.")


def _place(selection: Selection, place: Any) -> dict[str, Any] | None:
    if place is None:
        return None
    point = selection.point(place)
    scheme = selection.outcomes[place.block].results.block.scheme
    # JSON has no NaN: what is not known is null.
    return {"scheme": scheme} | {
        key: None if isinstance(value, float) and math.isnan(value) else value
        for key, value in point.items()
    }
