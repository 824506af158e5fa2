"""`ringassay advise`: which system for this computation, and what it takes there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.applies import applies
from ringassay.cli.counting import counting
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, ModulusOption
from ringassay.cli.output import JsonOption, duration, emit_json, err, out, subcommand
from ringassay.cli.own import (
    COMPUTATIONS,
    ONE_COMPUTATION,
    BatchOption,
    BoundOption,
    CircuitOption,
    FunctionOption,
    LibraryOption,
    Own,
    PrecisionOption,
    VariantOption,
    WidthOption,
)
from ringassay.cli.report import (
    REPORT_NEEDS,
    ForceOption,
    FormatOption,
    ReportOption,
    tell_beside,
    write,
)
from ringassay.cli.stored import DEFAULT_STORE, StoreOption
from ringassay.cli.sut_file import SutFileOption

if TYPE_CHECKING:
    from ringassay.advice import Advice, Forecast
    from ringassay.evaluation.progress import Event, Listener

app = subcommand()

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([kMGT]?)(i?)B?")
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*(ms|s|min|h)?")
_SECONDS = {"ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}


@app.command()
@applies(
    needs={
        **REPORT_NEEDS,
        "variant": ("library", "computation"),
        "width": ("library", "computation"),
        "bound": ("function", "computation"),
        "modulus": ("expression", "function", "computation"),
    },
    idle={
        **ONE_COMPUTATION,
        "computation": COMPUTATIONS,
        "dry_run": ("prove", "report", "memory", "time", "inputs"),
    },
)
def advise(
    computation: Annotated[
        str | None,
        typer.Argument(
            help="FILE.py:NAME, a file with a circuit or netlist, a function of "
            "`ringassay circuit library`, or SUITE:CASE; or name it by an option, as for `run`."
        ),
    ] = None,
    security: Annotated[
        int, typer.Option("--security", min=1, max=512, help="Bits of security asked for.")
    ] = 128,
    precision: PrecisionOption = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="Exclude what needs more memory, such as 2GB or 500MB."),
    ] = None,
    time: Annotated[
        str | None,
        typer.Option(
            "--time",
            help="Exclude what takes longer for keys and all --inputs, such as 30s or 5min.",
        ),
    ] = None,
    inputs: Annotated[
        int,
        typer.Option("--inputs", min=1, help="Evaluations under one key that the ranking is for."),
    ] = 1,
    prove: Annotated[
        int,
        typer.Option(
            "--prove", min=0, metavar="K", help="Run the best K, truth beside prediction."
        ),
    ] = 0,
    sut: Annotated[
        list[str] | None,
        typer.Option("--sut", help="Look at this system or scheme only; repeatable."),
    ] = None,
    sut_file: SutFileOption = None,
    circuit: CircuitOption = None,
    expression: ExpressionOption = None,
    function: FunctionOption = None,
    library: LibraryOption = None,
    variant: VariantOption = None,
    width: WidthOption = None,
    bound: BoundOption = None,
    modulus: ModulusOption = None,
    batch: BatchOption = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Measure systems again that the store knows already.")
    ] = False,
    store: StoreOption = DEFAULT_STORE,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Say what would be measured and how long it would take."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say which system runs a computation best, what it takes there, and why not the others.

    Every scheme of ours is predicted by its tally, every library that runs here from small circuits
    that are measured under the keys that the computation needs. Measurements are stored, and used
    again as long as system and machine are the same. `--prove K` runs the best K and shows how far
    predictions were off.

    Exit code 1: no system is left, or some executed answer was not right.
    """
    from ringassay.advice import Shape, find, forecast
    from ringassay.advice import advise as advised

    own = Own(circuit, expression, function=function, library=library)
    given = own.computations
    if computation is not None:
        given = {"COMPUTATION": computation, **given}
    if not given:
        raise UsageError(
            "which computation? FILE.py:NAME, a circuit or netlist, a function of the "
            "library, SUITE:CASE, or an --expression"
        )
    shape = Shape(
        expression=expression is not None,
        batch=batch,
        modulus=modulus,
        bound=bound,
        variant=variant,
        width=width,
    )
    memory_bytes, seconds = _bytes(memory), _seconds(time)
    # Before the store is made: what is refused leaves nothing behind.
    found = find(str(next(iter(given.values()))), shape, security=security, precision=precision)
    if dry_run:
        ahead = forecast(found, suts=sut or None, sut_file=sut_file, store=store, anew=anew)
        _print_ahead(ahead, as_json=as_json)
        return
    with counting(quiet=as_json) as progress, _once(as_json=as_json) as listen:
        advice = advised(
            found,
            security=security,
            memory_bytes=memory_bytes,
            seconds=seconds,
            inputs=inputs,
            prove=prove,
            suts=sut or None,
            sut_file=sut_file,
            store=store,
            anew=anew,
            progress=progress,
            listener=listen,
            tell=err.print,
        )
    if as_json:
        emit_json(advice.to_dict())
    else:
        _print(advice)
    if report is not None:
        from ringassay.report.advice import build_advice

        tell_beside(write(build_advice(advice), report, form, force=force), as_json=as_json)
    if not advice.ranking or _is_wrong(advice):
        raise typer.Exit(1)


@contextmanager
def _once(*, as_json: bool) -> Iterator[Listener]:
    """A listener that shows nothing before the run of the proof begins."""
    from ringassay.cli.progress import listener

    with ExitStack() as stack:
        shown: list[Listener] = []

        def listen(event: Event) -> None:
            if not shown:
                shown.append(stack.enter_context(listener(as_json=as_json)))
            shown[0](event)

        yield listen


def _print_ahead(ahead: Forecast, *, as_json: bool) -> None:
    if as_json:
        emit_json({**asdict(ahead), "seconds": ahead.seconds})
        return
    out.table(
        ("system", "at most", "what will be done"),
        [(task.system, duration(task.seconds), task.what) for task in ahead.tasks],
    )
    out.print()
    out.print(
        f"Up to about {duration(ahead.seconds)} on an idle machine; a busy one takes longer. "
        "Nothing was started."
    )


def _is_wrong(advice: Advice) -> bool:
    proven = () if advice.proof is None else advice.proof.proven
    return any(one.right < one.answers or not one.answers for one in proven)


def _print(advice: Advice) -> None:
    from ringassay.advice.tables import proof_columns, proof_rows, ranking_columns, ranking_rows

    for sentence in advice.sentences:
        out.print(sentence)
    if advice.ranking:
        out.print()
        out.table(ranking_columns(advice), ranking_rows(advice))
    if advice.proof is not None:
        out.heading("Executed")
        out.table(proof_columns(), proof_rows(advice.proof, advice.limits))
    if advice.excluded:
        out.heading("Excluded")
        for sentence in advice.exclusions:
            out.print(sentence)
    err.print(advice.kernels)


def _bytes(text: str | None) -> float | None:
    """A size such as 2GB, 500 MB, 1.5GiB."""
    if text is None:
        return None
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"--memory {text!r}: a size such as 2GB, 500MB or 1.5GiB is needed")
    base = 1024.0 if found[3] else 1000.0
    return float(found[1]) * base ** " kMGT".index(found[2] or " ")


def _seconds(text: str | None) -> float | None:
    """A time such as 30s, 500ms, 5min, 2h; a number alone is in seconds."""
    if text is None:
        return None
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise UsageError(f"--time {text!r}: a time such as 30s, 500ms, 5min or 2h is needed")
    return float(found[1]) * _SECONDS[found[2] or "s"]
