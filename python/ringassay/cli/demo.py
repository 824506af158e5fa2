"""`ringassay demo`: the main job, once around."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ringassay import shell
from ringassay.cli.output import JsonOption, err, subcommand
from ringassay.cli.report import tell, write
from ringassay.cli.run import GOOD, find_suite, measure, tell_shortfalls
from ringassay.sut import registry

app = subcommand()


@app.command()
def demo(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for data and report.")] = Path(
        "ringassay-demo"
    ),
    show: Annotated[bool, typer.Option("--open", help="Open the report in a browser.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Evaluate real HE libraries beside the plaintext baseline and write the report.

    Runs the shipped suite `demo` on every library that is installed here. Exit code 1: some
    answer was not right, some key is known to be weaker than asked, or the run was interrupted:
    then no report is written.
    """
    from ringassay.store import Store, load

    suite = find_suite("demo")
    ready = {entry.name for entry in registry.status() if entry.command}
    for name in suite.suts:
        if name not in ready:
            err.print(f"Without {name}: see `ringassay sut list`.")
    out.mkdir(parents=True, exist_ok=True)
    with Store(out / "demo.db") as store:
        names = [name for name in suite.suts if name in ready]
        ended = measure(suite, store, names, as_json=as_json)
        if ended.resume_hint:
            # What is measured is stored; a report on a part would replace one on the whole.
            write_it = shell.command(
                *("ringassay", "report", "--store", out / "demo.db", "--out", out),
                *("--format", "all", "--force"),
            )
            err.print(
                f"Interrupted after {ended.done} of {ended.total} cases: no report was written. "
                f"Complete it with {ended.resume_hint}, then "
                f"`{write_it}`."
            )
            raise typer.Exit(1)
        weak = tell_shortfalls(store, ended.run, as_json=as_json)
        data = load(store, [ended.run])
    from ringassay.report.build import build_report

    written = write(build_report(data, title=suite.title), out, "all", f"demo in {out}", force=True)
    tell(written, as_json=as_json)
    if show:
        webbrowser.open(written["html"].resolve().as_uri())
    if set(ended.outcomes) - GOOD or weak:
        raise typer.Exit(1)
