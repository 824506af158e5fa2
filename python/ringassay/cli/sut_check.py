"""`ringassay sut check`: conformance, printed as it is found."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import typer

from ringassay.cli.output import emit_json, err, out, plural
from ringassay.evaluation.conformance.checker import Checker
from ringassay.evaluation.conformance.findings import Finding
from ringassay.evaluation.ports import real_ports
from ringassay.sut import registry
from ringassay.sut.command import SutCommand

STYLES = {
    "ok": "green",
    "problem": "bold red",
    "advice": "yellow",
    "skipped": "yellow",
}


def run_check(
    name: str, sut_file: Path | None, seconds: float, step_s: float, *, as_json: bool
) -> None:
    """Checks a system; raises `typer.Exit` with code 1 if there is something to mend."""
    command = find(name, sut_file)
    open_probe = real_ports().open_probe
    assert open_probe is not None
    began = time.monotonic()
    tell = (lambda _: None) if as_json else _show
    findings = Checker(command, open_probe, seconds, step_s, tell).run()
    took_s = time.monotonic() - began
    problems = sum(finding.result in ("problem", "skipped") for finding in findings)
    if as_json:
        emit_json(
            {
                "sut": name,
                "passed": problems == 0,
                "seconds": round(took_s, 3),
                "findings": [asdict(finding) for finding in findings],
            }
        )
    else:
        verdict = "passed" if problems == 0 else f"{plural(problems, 'finding')} to mend"
        advice = sum(finding.result == "advice" for finding in findings)
        rest = f", {plural(advice, 'piece')} of advice" if advice else ""
        out.print(f"{name}: {verdict}{rest} ({took_s:.1f} s)")
    if problems:
        raise typer.Exit(1)


def find(name: str, sut_file: Path | None) -> SutCommand:
    """The system's commands: from the file, else as shipped, else from a suts.toml close by.

    What is shipped is never another program because of where one stands, and which file is taken is
    told.
    """
    try:
        return registry.lookup(name, sut_file)
    except registry.UnknownSutError:
        if sut_file is not None:
            raise
        for beside in (Path("suts.toml"), Path(name) / "suts.toml"):
            if beside.is_file() and any(
                command.name == name for command in registry.read_user_suts(beside)
            ):
                err.print(f"{name} is that of {beside}")
                return registry.lookup(name, beside)
        raise


def _show(finding: Finding) -> None:
    said = f": {finding.said}" if finding.said else ""
    out.print(
        (f"{finding.result:<7}", STYLES[finding.result]), f" {finding.check}{said}", fold=False
    )
    if finding.do:
        out.print(f"        do: {finding.do}", fold=False)
