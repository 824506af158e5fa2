"""`ringassay run`: a suite, measured."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.answers import OutputOption, check_output, tell_answers
from ringassay.cli.applies import applies
from ringassay.cli.decided import MarkdownOption, figures, show
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, ModulusOption
from ringassay.cli.output import JsonOption, emit_json, err, subcommand
from ringassay.cli.own import (
    COMPUTATIONS,
    ONE_COMPUTATION,
    OWN_NEEDS,
    BatchOption,
    BoundOption,
    CircuitOption,
    ColumnsOption,
    DecideOption,
    ExpectedOption,
    FunctionOption,
    InputOption,
    LibraryOption,
    Own,
    PackOption,
    PrecisionOption,
    RandomOption,
    RowsOption,
    VariantOption,
    WidthOption,
)
from ringassay.cli.stored import DEFAULT_STORE, StoreOption
from ringassay.cli.sut_file import SutFileOption
from ringassay.evaluation.defaults import DEFAULT_SUTS
from ringassay.spelling import meant
from ringassay.sut import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ringassay.analysis import Study
    from ringassay.evaluation import RunEnded, Suite
    from ringassay.evaluation.trust import Permission
    from ringassay.store import Store
    from ringassay.sut.command import SutCommand

app = subcommand()

GOOD = {"ok", "unsupported"}
"""Outcomes in which a system did what it declares; declining a case openly is one of them."""

SuiteArgument = Annotated[
    str | None,
    typer.Argument(
        help="Suite file, a test script of HEtest, or the name of a suite that ships "
        "(demo, table4 …)."
    ),
]


@app.command()
@applies(
    needs={**OWN_NEEDS, "of": ("only",)},
    idle={
        **ONE_COMPUTATION,
        "suite": COMPUTATIONS,
        "only": ("resume", "label", "output", "aa", "jobs", "probe", "markdown"),
        "of": ("suite", *COMPUTATIONS),
        "resume": (*COMPUTATIONS, "aa", "security", "label"),
        "as_json": ("markdown",),
    },
)
def run(
    suite: SuiteArgument = None,
    store: StoreOption = DEFAULT_STORE,
    sut: Annotated[
        list[str] | None,
        typer.Option(
            "--sut",
            help="Measure this SUT instead of the suite's; repeatable. Options of the system may "
            "follow its name: --sut 'ringassay-bgv --threads 2'.",
        ),
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
        typer.Option(
            "--resume", help="Complete this run (identifier, label, `latest` or `latest~N`)."
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", min=1, help="SUTs measured at once; disturbs the times.")
    ] = 1,
    probe: Annotated[
        bool,
        typer.Option(
            "--probes/--no-probes",
            help="After measuring, probe whether each SUT encrypts (`ringassay --page protocol`).",
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
    markdown: MarkdownOption = False,
    circuit: CircuitOption = None,
    expression: ExpressionOption = None,
    function: FunctionOption = None,
    library: LibraryOption = None,
    variant: VariantOption = None,
    width: WidthOption = None,
    bound: BoundOption = None,
    precision: PrecisionOption = None,
    modulus: ModulusOption = None,
    batch: BatchOption = None,
    inputs: InputOption = None,
    expected: ExpectedOption = None,
    random_inputs: RandomOption = None,
    answers_decide: DecideOption = False,
    rows: RowsOption = None,
    pack: PackOption = None,
    columns: ColumnsOption = None,
    output: OutputOption = None,
    label: Annotated[
        str | None,
        typer.Option(
            "--label", help="What to call this run: `compare`, `report` and `store` take it."
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

    Without a suite, a computation of your own, on `plaintext` and `ringassay-bgv` or, over reals,
    `ringassay-ckks`, unless `--sut` names others: `--circuit FILE`, `--expression 'a*b + c'`,
    `--function FILE.py:NAME` or `--library NAME`, with `--input FILE`, which may be a table with an
    input in each row. The first answers are shown, `--output` writes all.

    Every result is stored as soon as it is measured; whatever stops the run, `--resume` completes
    it without measuring anything twice. SUTs take turns, circuit by circuit, in random order;
    repetitions are rounds over everything. At the end stand the decision in one table, and what
    speaks for which system. Exit code 1: a case has no right answer (wrong, imprecise, refused,
    crash, timeout …), some key is known to be weaker than asked, or the run was interrupted. A SUT
    that says beforehand what it does not support is no failure.
    """
    from ringassay.store import Store
    from ringassay.store.naming import check_label

    own = Own(
        *(circuit, expression, modulus, batch),
        *(tuple(inputs or ()), tuple(expected or ()), random_inputs, answers_decide),
        function=function,
        library=library,
        variant=variant,
        width=width,
        bound=bound,
        precision=precision,
        rows=rows,
        pack=pack,
        columns=tuple(columns or ()),
    )
    if label is not None:
        check_label(label)
    if only is not None:
        from ringassay.cli.replay import replay_case

        asked = None if suite is None and not own.given else _begin(suite, own, sut, security)
        right = replay_case(only, asked, store, of, sut, sut_file, as_json=as_json)
        raise typer.Exit(0 if right else 1)
    # Before the store is made: what is refused leaves nothing behind.
    begun = None if resume is not None else _begin(suite, own, sut, security)
    if begun is not None:
        from ringassay.evaluation import checked_twin
        from ringassay.evaluation.environment import check_environment

        check_environment([Path(store).absolute()] if "://" not in store else ())
        checked_twin(begun, _commands(sut or begun.suts, sut_file), aa)
        check_output(begun, output)
    with Store(store, create=resume is None) as opened:
        if begun is not None:
            chosen = begun
        else:
            assert resume is not None
            # At once, and not after what else takes a second or more to look at.
            opened.refuse_owned(opened.find(resume))
            from ringassay.evaluation import suite_from_json

            chosen = suite_from_json(opened.suite_json(opened.find(resume)))
            if suite is not None and _suite(suite).content_hash != chosen.content_hash:
                raise UsageError(
                    f"{suite} is not the suite that run {resume} was started with: leave it out "
                    "to complete the run, or start a new run without --resume"
                )
            check_output(chosen, output)
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
            markdown=markdown,
            label=label,
        )
        outcomes = set(ended.outcomes) if resume is None else _outcomes(opened, ended.run)
        weak = tell_shortfalls(opened, ended.run, as_json=as_json)
        if chosen.own:
            tell_answers(opened, ended.run, output, as_json=as_json)
    if ended.resume_hint or outcomes - GOOD or weak:
        raise typer.Exit(1)


def _begin(suite: str | None, own: Own, suts: list[str] | None, security: int | None) -> Suite:
    """What a new run measures."""
    chosen = own.suite(tuple(suts) if suts else None) if own.given else _suite(suite)
    return chosen if security is None else chosen.at_security(security)


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
    markdown: bool = False,
    label: str | None = None,
) -> RunEnded:
    """Runs `suite` on the SUTs called `names`, else on its own, with progress on the terminal.

    At the end stand what differences the run can tell apart, if one SUT was measured twice, and
    the decision: of a run that is complete.
    """
    from ringassay.cli.progress import listener
    from ringassay.evaluation import execute

    if names is None and resume is not None:
        names = list(next(r.suts for r in store.runs() if r.run == store.find(resume)))
    commands = _commands(names or suite.suts, sut_file)
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
    if not ended.resume_hint:
        _tell(store, ended.run, as_json=as_json, markdown=markdown)
    return ended


def _commands(names: Sequence[str], sut_file: Path | None) -> list[SutCommand]:
    from ringassay.harness.trying import require_settings

    commands = [registry.lookup(name, sut_file) for name in names]
    require_settings(commands)
    return commands


def tell_shortfalls(store: Store, run: str, *, as_json: bool) -> bool:
    """Says which systems' keys are too weak; whether there are any."""
    from ringassay.analysis.shortfall import shortfalls
    from ringassay.store.statements import key_statements

    found = shortfalls(key_statements(store, run))
    for one in found:
        if as_json:
            emit_json({"event": "Shortfall", **asdict(one)})
        else:
            err.print(
                f"{one.sut}: its keys deliver {one.delivered_bits:.0f} bits of security "
                f"where {one.asked_bits:.0f} were asked"
            )
    return bool(found)


def _tell(store: Store, run: str, *, as_json: bool, markdown: bool) -> None:
    """What the whole run says, all its attempts together."""
    from ringassay.analysis import prepare
    from ringassay.store import load

    # Refuses damaged rows, as the report does: without name spaces a system can change the store.
    study = prepare(load(store, [run]))
    _tell_floor(study, as_json=as_json)
    if as_json:
        emit_json({"event": "Decision", "run": run, **figures(study)})
    else:
        show(study, markdown=markdown)


def _tell_floor(study: Study, *, as_json: bool) -> None:
    from ringassay.analysis.floor import measured_twice
    from ringassay.report.markup.inline import plain
    from ringassay.report.sections.floor import sentence

    for twice in measured_twice(study):
        if as_json:
            emit_json({"event": "MeasuredTwice", **asdict(twice)})
        else:
            err.print(plain(sentence(twice)).replace("\u00a0", " "))


def _suite(name: str | None) -> Suite:
    from ringassay.evaluation.shipped import shipped_suites

    if name is None:
        raise UsageError(
            f"which suite? Name a file, or one of {', '.join(shipped_suites())}; or run a circuit "
            "of your own: --circuit, --expression, --function or --library"
        )
    return find_suite(name)


def running() -> Permission:
    """Trusted functions of a suite run, and are named before they do."""
    from ringassay.evaluation.trust import Permission

    return Permission(tell=err.print)


def find_suite(name: str, permission: Permission | None = None) -> Suite:
    """The suite in the file `name`, or the shipped one of that name. Raises `SuiteError`.

    Trusted functions of it run (`evaluation.trust`), unless `permission` says otherwise.
    """
    from ringassay.evaluation import load_suite
    from ringassay.evaluation.scripts import is_script, load_script
    from ringassay.evaluation.shipped import shipped_suites

    shipped = shipped_suites()
    if is_script(Path(name)):
        return load_script(Path(name), DEFAULT_SUTS)
    if Path(name).is_file() or name not in shipped:
        if not Path(name).exists() and Path(name).suffix != ".toml":
            raise UsageError(
                f"no file is called {name!r}, nor is one of the shipped suites"
                f"{meant(name, shipped)}: "
                f"{', '.join(shipped)}; `ringassay suite new` makes one"
            )
        return load_suite(name, permission or running())
    return load_suite(shipped[name], permission)
