"""What counts source code is optional: nothing else imports it, the command says what misses."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = (
    "import importlib.util, sys\n"
    "packages = {'lizard', 'tree_sitter', 'tree_sitter_haskell'}\n"
    "for name in packages:\n"
    "    sys.modules[name] = None\n"
    "find = importlib.util.find_spec\n"
    "importlib.util.find_spec = lambda n, *more: None if n in packages else find(n, *more)\n"
)


def python(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT + program]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_reports_and_checks_do_without() -> None:
    program = "import ringassay.report.build, ringassay.cli.report, ringassay.cli.doctor\n"
    ended = python(program + "print('done')")
    assert ended.stdout == "done\n", ended.stderr


def test_a_report_of_runs_loads_no_counting() -> None:
    ended = python(
        "import ringassay.report.build\n"
        "print(sorted(name for name in sys.modules if name.startswith('ringassay.analysis.code')))"
    )
    assert ended.stdout == "[]\n", ended.stderr


def test_the_command_says_what_to_install() -> None:
    ended = python(
        "sys.argv = ['ringassay-code', '.']\nfrom ringassay.cli.code import main\nmain()"
    )
    assert ended.returncode == 2
    said = ended.stderr.replace("\n", " ")
    assert "pip install 'lizard>=1.24' 'tree-sitter>=0.24' 'tree-sitter-haskell>=0.23'" in said
