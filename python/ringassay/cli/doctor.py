"""`ringassay doctor`: what this machine offers."""

from __future__ import annotations

import platform
import shutil
from typing import Any

import typer

from ringassay import _native
from ringassay.analysis.code.counter import MISSING as COUNTER_MISSING
from ringassay.analysis.code.counter import PROGRAM as CODE_COUNTER
from ringassay.cli.output import JsonOption, emit_json, out, subcommand
from ringassay.cli.toolchain import tools
from ringassay.errors import UserError
from ringassay.harness import PROTECTIONS, Session, StartFailed, told
from ringassay.harness.isolation import IN_FORCE
from ringassay.report.latex.compile import available as pdflatex_available
from ringassay.store import probe_machine
from ringassay.sut import programs, registry

app = subcommand()


@app.command()
def doctor(as_json: JsonOption = False) -> None:
    """Say what this machine offers: processor, harness, systems under test, and what is missing.

    In a checkout also what building takes, with the command to get what is not there.

    Exit code 1 if no evaluation can run here.
    """
    machine = vars(probe_machine())
    checks = _checks()
    if as_json:
        emit_json({"machine": machine, "checks": checks})
    else:
        out.print(("Machine", "bold"))
        out.table(("", ""), [(key, str(value or "unknown")) for key, value in machine.items()])
        out.heading("Programs")
        rows = [
            (check["name"], "ok" if check["ok"] else "missing", check["note"]) for check in checks
        ]
        out.table(("what", "state", "note"), rows)
    if not next(check["ok"] for check in checks if check["name"] == "harness"):
        raise typer.Exit(1)


def _checks() -> list[dict[str, Any]]:
    try:
        guard, guard_ok = programs.runtime(), True
    except programs.RuntimeMissing as missing:
        guard, guard_ok = str(missing), False
    checks: list[dict[str, Any]] = [
        {"name": "ringassay", "ok": True, "note": _native.__version__},
        {"name": "python", "ok": True, "note": platform.python_version()},
        {"name": "harness", "ok": guard_ok, "note": guard},
        *_building(),
        _backend(),
        *_isolation(),
    ]
    for entry in registry.status():
        ready = entry.command is not None
        note = entry.description if ready else f"{entry.reason}; do: {entry.remedy}"
        checks.append({"name": f"SUT {entry.name}", "ok": ready, "note": note})
    latex = pdflatex_available()
    note = shutil.which("pdflatex") or ""
    remedy = "PDF reports need it: apt-get install texlive-latex-recommended lmodern"
    checks.append({"name": "pdflatex", "ok": latex, "note": note if latex else remedy})
    counter = programs.find_program(CODE_COUNTER)
    checks.append(
        {"name": CODE_COUNTER, "ok": counter is not None, "note": counter or COUNTER_MISSING}
    )
    return checks


def _building() -> list[dict[str, Any]]:
    """What building takes, where that is a question."""
    if not programs.in_checkout():
        note = "an installed package: neither Rust nor Go nor a compiler is needed"
        return [{"name": "building", "ok": True, "note": note}]
    return [
        {"name": f"building: {tool.name}", "ok": tool.found is not None, "note": tool.note}
        for tool in tools()
    ]


def _isolation() -> list[dict[str, Any]]:
    """Which protections a program gets here, by starting one."""
    try:
        with Session(registry.lookup("plaintext")) as session:
            standings = session.isolation["client"]
    except (StartFailed, UserError) as error:
        return [{"name": "isolation", "ok": False, "note": f"not known: {error}"}]
    return [
        {
            "name": f"isolation: {name}",
            "ok": standings.get(name, {}).get("state") == IN_FORCE,
            "note": f"{told(standings.get(name))}: {meaning}",
        }
        for name, meaning in PROTECTIONS.items()
    ]


def _backend() -> dict[str, Any]:
    """Which instructions the ring arithmetic runs on, and which it could."""
    try:
        found = _native.backends()
    except ValueError as error:
        return {"name": "backend", "ok": False, "note": str(error)}
    note = (
        f"{found['chosen']} (this machine has {', '.join(found['available'])}; "
        f"{found['variable']} forces one)"
    )
    return {"name": "backend", "ok": True, "note": note}
