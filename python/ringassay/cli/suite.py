"""`ringassay suite`: make a suite, look at one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from ringassay import shell
from ringassay.cli.output import JsonOption, emit_json, emit_json_text, out, plural, subcommand
from ringassay.cli.run import find_suite
from ringassay.cli.writing import OverwriteOption, write_new

app = subcommand(help="Make a suite, look at one, write its files.", no_args_is_help=True)

TEMPLATE = """\
# An evaluation suite. Every field is described in `ringassay --page suites`.
version = 1
name = "{name}"
title = "What this suite is for"
seed = 1
security = 128          # bits
repetitions = 1         # each input is evaluated so often; 3 or more find flaky answers
warm_up = 0
key_sharing = "batch"   # circuits of one batch and plaintext space share a key
suts = ["plaintext", "seal", "lattigo"]

# Mixed circuits of bits: every gate type with equal probability.
[[family]]
name = "mixed"
kind = "mixed"
space = "gf2"
batch = [64]
depth = [2, 3]
width = [4, 8]
circuits = 2
inputs = 3
avoid_constant = true

# Circuits of a single gate type: what each type costs.
[[family]]
name = "gates"
kind = "single"
space = "zt"
modulus = 65537
gate = ["LADD", "LMUL", "LROTATE"]
batch = 64
levels = 2
width = 4
inputs = 3
"""


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="File to write, for example mine.toml.")],
    force: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a small suite to start from."""
    name = re.sub(r"[^a-z0-9]+", "-", file.stem.lower())[:64].strip("-") or "suite"
    write_new(file, TEMPLATE.format(name=name), force=force)
    if as_json:
        emit_json({"suite": name, "file": str(file)})
    else:
        look = shell.command("ringassay", "suite", "show", file)
        out.print(f"{file} written. Look at it with: {look}")


@app.command()
def show(
    suite: Annotated[
        str | None, typer.Argument(help="Suite file or shipped suite; all shipped ones if absent.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a suite measures, or which suites ship. Nothing of a suite runs."""
    if suite is None:
        _show_shipped(as_json=as_json)
        return
    from ringassay.evaluation.plan import point_text
    from ringassay.evaluation.trust import LOOK, is_trusted

    found = find_suite(suite, LOOK)
    if as_json:
        emit_json_text(found.to_json())
        return
    out.print((found.name, "bold"), f"  {found.title}")
    out.print(
        f"security {found.security} bits, seed {found.seed}, "
        f"{plural(found.repetitions, 'repetition')}, SUTs {', '.join(found.suts)}"
    )
    rows: list[tuple[str, ...]] = [
        (
            family.name,
            family.kind,
            f"zt mod {family.modulus}" if family.space == "zt" else family.space,
            str(family.count()),
            str(family.count() * family.circuits),
            str(family.inputs),
            ", ".join(point_text(point) for point in family.first(3))
            + (" …" if family.count() > 3 else ""),
        )
        for family in found.family
    ]
    rows += [(one.name, "own", "", "", "1", str(one.input_count), one.origin) for one in found.own]
    columns = ("family", "kind", "space", "points", "circuits", "inputs", "first points, origin")
    out.table(columns, rows)
    total = found.cases() * len(found.suts)
    out.print(f"{plural(found.circuit_count(), 'circuit')}, {plural(total, 'case')} in all")
    for line in found.bounds.openings():
        out.print(f"open to systems: {line}")
    for given in found.function:
        for file in given.code:
            name = given.origin if file is given.file else f"{file.path}, for {given.function}"
            said = "may run" if is_trusted(file) else "is not trusted, and does not run"
            out.print(f"code: {name}, SHA-256 {file.sha256}, {said}")


@app.command()
def write(
    suite: Annotated[str, typer.Argument(help="Suite file or shipped suite.")],
    folder: Annotated[Path, typer.Option("--out", "-o", help="Folder for the files.")],
    force: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a suite's circuits, inputs, key parameters and test script.

    The files are those of HEtest (`ringassay --page formats`): the original's harness can run
    the script.
    """
    from ringassay.cli.suite_files import write_suite

    count = write_suite(suite, folder, force=force)
    script = str(folder / "test_script.txt")
    if as_json:
        emit_json({"script": script, "circuits": count})
    else:
        out.print(f"{plural(count, 'circuit')} written; script: {script}")


@app.command()
def trust(
    file: Annotated[Path, typer.Argument(help="A suite, or a file that functions of suites need.")],
    as_json: JsonOption = False,
) -> None:
    """Trust the functions of a suite: they will run, isolated as systems are. Read them before.

    What is trusted is the content as it is now, with that of the files beside it that the suite
    names: another content of the same file is not.
    """
    from ringassay.evaluation.trust import LOOK, trust_file

    if file.suffix != ".toml":
        found = {str(file): trust_file(file)}
    else:
        suite = find_suite(str(file), LOOK)
        found = {
            one.path: trust_file(Path(one.path)) for given in suite.function for one in given.code
        }
    if as_json:
        emit_json(found)
        return
    for name, digest in found.items():
        out.print(f"trusted: {name}, SHA-256 {digest}")
    if not found:
        out.print(f"{file!s} runs no code")


def _show_shipped(*, as_json: bool) -> None:
    from ringassay.evaluation.shipped import shipped_suites

    suites = {name: find_suite(name) for name in shipped_suites()}
    if as_json:
        emit_json({name: suite.title for name, suite in suites.items()})
        return
    rows = [
        (name, str(suite.circuit_count()), str(suite.cases()), ", ".join(suite.suts), suite.title)
        for name, suite in suites.items()
    ]
    out.table(("suite", "circuits", "cases per SUT", "SUTs", "title"), rows)
