"""`ringassay run`: a suite, measured."""

from __future__ import annotations

from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, printable, subcommand
from ringassay.cli.stored import DEFAULT_STORE, StoreOption
from ringassay.cli.sut import SutFileOption
from ringassay.sut import registry

if TYPE_CHECKING:
    from ringassay.evaluation import RunEnded, Suite
    from ringassay.store import Store

app = subcommand()

SuiteArgument = Annotated[
    str | None, typer.Argument(help="Suite file, or the name of one that ships (demo, table4 …).")
]


@app.command()
def run(
    suite: SuiteArgument = None,
    store: StoreOption = DEFAULT_STORE,
    sut: Annotated[
        list[str] | None,
        typer.Option("--sut", help="Measure this SUT instead of the suite's; repeatable."),
    ] = None,
    security: Annotated[
        int | None,
        typer.Option(
            "--security", min=1, max=512, help="Ask for this λ in bits instead of the suite's."
        ),
    ] = None,
    sut_file: SutFileOption = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", help="Complete this run (identifier or `latest`)."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, help="SUTs measured at once; disturbs the times.")
    ] = 1,
    probe: Annotated[
        bool,
        typer.Option(
            "--probes/--no-probes",
            help="After measuring, probe whether each SUT encrypts (docs/protocol.md).",
        ),
    ] = True,
    aa: Annotated[
        str | None,
        typer.Option(
            "--aa",
            metavar="NAME|none",
            help="Measure this SUT twice, on ten circuits, to know what differences the run can "
            "tell apart; by default the first that computes, if there are two SUTs.",
        ),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            "--label", help="What to call this run: `compare`, `report` and `history` take it."
        ),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="CASE",
            help="Replay this case (CIRCUIT/INPUT, as `show` and reports name it) of the suite, or "
            "of a stored run; store nothing.",
        ),
    ] = None,
    of: Annotated[
        str, typer.Option("--of", metavar="RUN", help="The stored run of --only.")
    ] = "latest",
    as_json: JsonOption = False,
) -> None:
    """Run a suite: generate, encrypt, evaluate, decrypt, compare, store.

    Every result is stored as soon as it is measured; whatever stops the run, `--resume` completes
    it without measuring anything twice. SUTs take turns, circuit by circuit, in random order;
    repetitions are rounds over everything. Exit code 1: some case was not right, or the run was
    interrupted.
    """
    from ringassay.store import Store
    from ringassay.store.naming import check_label

    if label is not None:
        check_label(label)
    if only is not None:
        if resume is not None or label is not None:
            raise UsageError("a replayed case is not stored: leave --resume and --label out")
        from ringassay.cli.replay import replay_case

        chosen = None if suite is None else _with_security(_suite(suite), security)
        right = replay_case(only, chosen, store, of, sut, sut_file, as_json=as_json)
        raise typer.Exit(0 if right else 1)
    with Store(store, create=resume is None) as opened:
        if resume is None:
            chosen = _with_security(_suite(suite), security)
        else:
            # At once, and not after what else takes a second or more to look at.
            opened.refuse_owned(opened.find(resume))
            if aa is not None:
                raise UsageError("a run is resumed with what it measures twice: leave --aa out")
            if security is not None:
                raise UsageError("a run is resumed at its own security: leave --security out")
            from ringassay.evaluation import suite_from_json

            chosen = suite_from_json(opened.suite_json(opened.find(resume)))
            if suite is not None and _suite(suite).content_hash != chosen.content_hash:
                raise UsageError(
                    f"{suite} is not the suite that run {resume} was started with: leave it out "
                    "to complete the run, or start a new run without --resume"
                )
        ended = measure(
            chosen,
            opened,
            sut,
            sut_file,
            resume,
            jobs,
            aa=aa,
            as_json=as_json,
            probe=probe,
            label=label,
        )
        outcomes = set(ended.outcomes) if resume is None else _outcomes(opened, ended.run)
    if ended.resume_hint or outcomes - {"ok"}:
        raise typer.Exit(1)


def _outcomes(store: Store, run: str) -> set[str]:
    """Those of all attempts at a run: a success of the last is none if the first went wrong."""
    from ringassay.store import load

    return set(load(store, [run]).evaluations["outcome"])


def measure(
    suite: Suite,
    store: Store,
    names: list[str] | None = None,
    sut_file: Path | None = None,
    resume: str | None = None,
    jobs: int = 1,
    *,
    aa: str | None = None,
    as_json: bool = False,
    probe: bool = True,
    label: str | None = None,
) -> RunEnded:
    """Runs `suite` on the SUTs called `names`, else on its own, with progress on the terminal.

    At the end stands what differences the run can tell apart, if one SUT was measured twice.
    """
    from ringassay.cli.progress import listener
    from ringassay.evaluation import execute

    if names is None and resume is not None:
        names = list(next(r.suts for r in store.runs() if r.run == store.find(resume)))
    commands = [registry.lookup(name, sut_file) for name in names or suite.suts]
    with listener(as_json=as_json, sut_file=sut_file) as progress:
        ended = execute(
            suite,
            store,
            commands,
            resume=resume,
            progress=progress,
            jobs=jobs,
            aa=aa,
            probe=probe,
            label=label,
        )
    if any(summary.run == ended.run and summary.twin_of for summary in store.runs()):
        _tell_floor(store, ended.run, as_json=as_json)
    return ended


def _tell_floor(store: Store, run: str, *, as_json: bool) -> None:
    from ringassay.analysis import prepare
    from ringassay.analysis.floor import measured_twice
    from ringassay.report.markup.inline import plain
    from ringassay.report.sections.floor import sentence
    from ringassay.store import load

    # Damaged rows are the report's matter; the run has just been stored.
    for twice in measured_twice(prepare(load(store, [run], strict=False))):
        if as_json:
            emit_json({"event": "MeasuredTwice", **asdict(twice)})
        else:
            err.print(printable(plain(sentence(twice)).replace("\u00a0", " ")))


def _suite(name: str | None) -> Suite:
    if name is None:
        raise UsageError(f"which suite? Name a file, or one of {', '.join(shipped_suites())}")
    return find_suite(name)


def _with_security(suite: Suite, security: int | None) -> Suite:
    return suite if security is None else suite.model_copy(update={"security": security})


def find_suite(name: str) -> Suite:
    """The suite in the file `name`, or the shipped one of that name. Raises `SuiteError`."""
    from ringassay.evaluation import load_suite

    shipped = shipped_suites()
    if Path(name).exists() or name not in shipped:
        if not Path(name).exists() and Path(name).suffix != ".toml":
            raise UsageError(
                f"no file is called {name!r}, nor is one of the shipped suites: "
                f"{', '.join(shipped)}; `ringassay suite new` makes one"
            )
        return load_suite(name)
    return load_suite(shipped[name])


def shipped_suites() -> dict[str, Path]:
    """The suites that come with the program, by name."""
    folder = Path(str(files("ringassay") / "suites"))
    return {file.stem: file for file in sorted(folder.glob("*.toml"))}
