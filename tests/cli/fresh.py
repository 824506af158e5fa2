"""Commands run in turn in one fresh interpreter, and what that interpreter has imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SCRIPT = """
import contextlib, io, json, sys
from ringassay.cli.main import main

results = []
for arguments in json.loads(sys.argv.pop()):
    sys.argv[1:] = arguments
    code = 0
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    packages = sorted({name.partition(".")[0] for name in sys.modules})
    results.append((arguments, code, said.getvalue(), packages))
json.dump(results, sys.stdout)
"""


@dataclass(frozen=True)
class Ran:
    arguments: list[str]
    code: int
    out: str
    packages: frozenset[str]
    """What the interpreter has imported until then."""


def imported_by(statement: str) -> set[str]:
    """The top-level packages that a fresh interpreter has after a statement."""
    show = "import sys, json; print(json.dumps([name.partition('.')[0] for name in sys.modules]))"
    return set(json.loads(_python(Path(), f"{statement}\n{show}")))


def run_all(folder: Path, commands: Sequence[Sequence[str]]) -> list[Ran]:
    told = json.loads(_python(folder, SCRIPT, json.dumps(commands)))
    return [Ran(arguments, code, out, frozenset(has)) for arguments, code, out, has in told]


def _python(folder: Path, *arguments: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("RINGASSAY")}
    done = subprocess.run(
        [sys.executable, "-c", *arguments],
        capture_output=True,
        cwd=folder,
        env={**clean, "COLUMNS": "200"},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()
