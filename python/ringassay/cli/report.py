"""`ringassay report`: what the runs say, for a person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ringassay.cli.applies import applies
from ringassay.cli.decided import MarkdownOption, figures, show
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out, subcommand
from ringassay.cli.stored import DEFAULT_STORE, RunsArgument, StoreOption, load_runs, suite_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ringassay.report.document import Document, Section
    from ringassay.report.sections.explore_study import ExplorationStudy
    from ringassay.store import Benchmark, RunData

app = subcommand()

Format = Literal["html", "latex", "pdf", "all"]
FormatOption = Annotated[
    Format, typer.Option("--format", help="html, latex, pdf (needs TeX) or all.")
]
OutOption = Annotated[Path, typer.Option("--out", "-o", help="Folder for the report.")]
ReportOption = Annotated[
    Path | None, typer.Option("--out", "-o", help="Also write a report into this folder.")
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Replace another report that lies in the folder.")
]
REPORT_NEEDS = {"form": ("report",), "force": ("report",)}
"""What options of a report need (`applies`), where a report is written only if it is asked for."""
DEFAULT_OUT = Path("report")


@app.command()
@applies(idle={"as_json": ("markdown",)})
def report(
    runs: RunsArgument = None,
    store: StoreOption = DEFAULT_STORE,
    out: OutOption = DEFAULT_OUT,
    form: FormatOption = "html",
    title: Annotated[
        str | None,
        typer.Option("--title", help="Title of the report, else that of a shipped suite."),
    ] = None,
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--code", metavar="[NAME=]PATH", help="Show measures of this source code too."
        ),
    ] = None,
    benchmark: Annotated[
        str | None,
        typer.Option("--bench", metavar="NAME", help="Show this microbenchmark too, or `latest`."),
    ] = None,
    exploration: Annotated[
        str | None,
        typer.Option(
            "--explore",
            metavar="NAME",
            help="Show this exploration, or `latest`: beside the runs named, alone without any.",
        ),
    ] = None,
    markdown: MarkdownOption = False,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write the report on one or more runs: HTML that stands alone, LaTeX that compiles.

    `--json` carries the decision's figures beside the names of the files, `--markdown` prints the
    decision for a pull request.
    """
    from ringassay.report.build import build_report
    from ringassay.report.exploration import build_exploration, exploration_sections

    study = None if exploration is None else _exploration(store, exploration)
    if study is not None and not runs:
        if sources or benchmark or markdown:
            raise UsageError(
                "a report on an exploration alone: name a run for --code, --bench and --markdown"
            )
        subject = exploration_subject(study.summary.exploration)
        document = build_exploration(study, title=title)
        tell(write(document, out, form, subject, force=force), as_json=as_json)
        return

    # What is not known to a report of runs: measured before anything is written.
    code = _code_sections(sources)
    data = load_runs(store, runs)
    bench = None if benchmark is None else _benchmark(store, benchmark)
    subject = " and ".join(
        [
            f"report on {', '.join(data.runs['run'])}",
            *([] if bench is None else [f"the benchmark of {bench.started_at}"]),
            *([] if study is None else [exploration_subject(study.summary.exploration)]),
            *(["source code"] if code else []),
        ]
    )
    refuse_other(out, form, subject, force=force)
    document = build_report(
        data,
        title=title or suite_title(data),
        benchmark=bench,
        extra=(*(() if study is None else exploration_sections(study)), *code),
    )
    written = write(document, out, form, subject, force=force)
    tell_decision(written, data, as_json=as_json, markdown=markdown)


def _code_sections(sources: Sequence[str] | None) -> tuple[Section, ...]:
    """The section on source code, where any is asked for: nothing else needs what counts it."""
    if not sources:
        return ()
    from ringassay.cli.code import measured
    from ringassay.report.sections import code

    return (code.section(measured(sources)),)


def tell_decision(
    written: dict[str, Path], data: RunData, *, as_json: bool, markdown: bool
) -> None:
    """Says which files were written, and the decision as far as it was asked for."""
    from ringassay.analysis import prepare

    if as_json:
        tell(written, as_json=True, beside={"decision": figures(prepare(data))})
        return
    tell_beside(written, as_json=markdown)
    if markdown:
        show(prepare(data), markdown=True)


def _benchmark(store: str, name: str) -> Benchmark:
    from ringassay.store import Store, find_benchmark, load_benchmark

    with Store(store, create=False) as opened:
        return load_benchmark(opened, find_benchmark(opened, None, name))


def _exploration(store: str, name: str) -> ExplorationStudy:
    from ringassay.cli.explored import load_study
    from ringassay.store import Store

    with Store(store, create=False) as opened:
        return load_study(opened, name)


def exploration_subject(exploration: str) -> str:
    """What a report on an exploration says that it is on."""
    return f"report on the exploration {exploration}"


def _targets(out: Path, form: Format) -> list[Path]:
    found = [out / "report.html"] if form in {"html", "all"} else []
    return found + ([out / "latex" / "report.tex"] if form != "html" else [])


def refuse_other(out: Path, form: Format, subject: str | None, *, force: bool) -> None:
    """Raises UsageError if `out` holds another report than that on `subject`, unless `force`.

    `None` stands for a report on what is not measured yet: no report there is that one.
    """
    from ringassay.report.subject import same_subject, subject_of

    for path in [] if force else _targets(out, form):
        if not path.exists() or (subject is not None and same_subject(path, subject)):
            continue
        there = subject_of(path)
        raise UsageError(
            f"{path} is there already: {there or 'not known what'}. Choose another folder with "
            "--out, or replace it with --force"
        )


def write(
    document: Document,
    out: Path,
    form: Format,
    subject: str | None = None,
    *,
    force: bool = False,
) -> dict[str, Path]:
    """Renders `document` below `out`; the files by format.

    `subject` says what it is on; by default that is its title. Raises UsageError where another
    report lies, unless `force`.
    """
    from ringassay.report.render import available, compile_pdf, render_html, render_latex
    from ringassay.report.subject import note_subject

    subject = subject or f"{document.title}: {document.subtitle}"
    refuse_other(out, form, subject, force=force)
    written: dict[str, Path] = {}
    if form in {"html", "all"}:
        written["html"] = out / "report.html"
        render_html(document, written["html"])
        note_subject(written["html"], subject)
    if form in {"latex", "pdf", "all"}:
        latex = out / "latex"
        render_latex(document, latex)
        written["latex"] = latex / "report.tex"
        note_subject(written["latex"], subject)
        if form != "latex":
            if available():
                written["pdf"] = compile_pdf(latex)
            elif form == "pdf":
                raise UsageError(
                    "no pdflatex here: install texlive-latex-recommended and lmodern, or take "
                    f"{written['latex']} to a machine that has them"
                )
            else:
                err.print("No pdflatex here: the LaTeX source was written, no PDF made.")
    return written


def tell_beside(written: dict[str, Path], *, as_json: bool) -> None:
    """Says which files were written beside what a command prints: never into its JSON."""
    for path in written.values():
        (err if as_json else out).print(str(path), fold=False)


def tell(written: dict[str, Path], *, as_json: bool, beside: dict[str, Any] | None = None) -> None:
    """Says which files were written; in JSON with what stands `beside` them."""
    if as_json:
        emit_json({form: str(path) for form, path in written.items()} | (beside or {}))
    else:
        for path in written.values():
            out.print(str(path), fold=False)
