"""`ringassay-code` and `ringassay report --code`, as a user starts them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from program import PROGRAM

SAMPLES = Path(__file__).parent / "samples"


CODE = PROGRAM.with_name("ringassay-code")


def _run(
    folder: Path, *arguments: object, code: int = 0, program: Path = CODE
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [program, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "200"},
        timeout=300,
        check=False,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def _json(folder: Path, *arguments: object) -> Any:
    return json.loads(_run(folder, *arguments, "--json").stdout)


def test_json_tells_everything(tmp_path: Path) -> None:
    (base,) = _json(tmp_path, SAMPLES)["code_bases"]
    assert set(base) == {
        "name", "path", "source_lines", "lines", "functions", "most_complex", "directories",
        "files", "skipped",
    }  # fmt: skip
    assert (base["name"], base["path"]) == ("samples", str(SAMPLES))
    assert base["source_lines"] == {"code": 340, "comments": 34, "blanks": 67}
    assert [one["language"] for one in base["lines"]] == [
        "Haskell", "C++", "C", "Rust", "Go", "Python",
    ]  # fmt: skip
    for key in ("code", "comments", "blanks"):
        assert sum(one[key] for one in base["files"]) == base["source_lines"][key]
        assert sum(one[key] for one in base["lines"]) == base["source_lines"][key]
        assert sum(one[key] for one in base["directories"]) == base["source_lines"][key]
    for one in base["functions"]:
        assert set(one) == {"language", "functions", "A", "B", "C", "straight", "histogram"}
        assert one["A"] + one["B"] + one["C"] == one["functions"]
        assert sum(one["histogram"].values()) == one["functions"]
        assert one["histogram"]["1"] == one["straight"]
    listed = [f for file in base["files"] for f in file["functions"]]
    assert len(listed) == sum(one["functions"] for one in base["functions"]) == 44
    assert base["most_complex"][0] == {
        "path": "Gadget.hs", "line": 41, "function": "Measured.worse", "complexity": 7,
    }  # fmt: skip
    assert base["skipped"] == []


def test_the_terminal_shows_tables(tmp_path: Path) -> None:
    shown = _run(tmp_path, f"mine={SAMPLES}", "--top", "2").stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "Rust 1 66 12 12" in lines
    assert "together 6 340 34 67" in lines
    assert "mine Rust 5 2 0 7 14.3 %" in lines
    assert "mine together 40 4 0 44 20.5 %" in lines
    assert "9 functions of complexity 1 not shown." in lines
    assert "Gadget.hs:41 Measured.worse 7 B" in lines
    assert sum(".hs:" in line or ".py:" in line for line in lines) == 2


def test_several_stand_side_by_side(tmp_path: Path) -> None:
    ended = _run(
        tmp_path, f"Λ∘λ={SAMPLES / 'Gadget.hs'}", f"HElib={SAMPLES / 'poly.cpp'}",
        "--out", "report", "--format", "all", "--json",
    )  # fmt: skip
    value = json.loads(ended.stdout)
    assert [base["name"] for base in value["code_bases"]] == ["Λ∘λ", "HElib"]
    page = (tmp_path / value["report"]["html"]).read_text()
    folder = (tmp_path / value["report"]["latex"]).parent
    latex = "".join(file.read_text() for file in sorted(folder.rglob("*.tex")))
    for text in ("Λ∘λ: Haskell", "HElib: C++", "he::small", "Measured.worse"):
        assert text in page
    for text in ("Lines of code", "Functions per grade", "14 and more share a bar", "HElib"):
        assert text in page
        assert text in latex
    assert "is suppressed" in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none",), "none"),
        (("empty",), "no source file"),
        ((".", "--exclude", "a{"), "gitignore"),
        (("a.c", "copy/a.c"), "NAME=PATH"),
        ((), "Missing argument"),
        (("a.c", "--max-bytes", "0"), "max-bytes"),
    ],
)
def test_what_a_person_can_mend_ends_in_two(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "copy").mkdir()
    for place in ("a.c", "copy/a.c"):
        (tmp_path / place).write_text("int f(void) { return 1; }\n")
    assert said in _run(tmp_path, *arguments, code=2).stderr


def test_what_is_missing_is_said_and_no_failure(tmp_path: Path) -> None:
    (tmp_path / "a.rs").write_text("fn f( {}\n")
    (tmp_path / "b.c").write_text("int f(void) { return 1; }\n")
    ended = _run(tmp_path, ".", "--out", "r")
    assert "a.rs: line 1:" in ended.stderr
    assert "functions not counted" in (tmp_path / "r/report.html").read_text()
    (base,) = _json(tmp_path, "b.c")["code_bases"]
    assert [file["path"] for file in base["files"]] == ["b.c"]


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    folder = tmp_path / "<b>[red]$x$"
    folder.mkdir()
    (folder / "a*b`c.py").write_text("def f(a):\n    return a or 1\n")
    ended = _run(tmp_path, folder, "--out", "r", "--format", "all")
    assert "[red]" in ended.stdout
    page = (tmp_path / "r/report.html").read_text()
    assert "<b>[red]" not in page
    assert "a*b`c.py" in page


def test_a_report_of_a_run_shows_source_code_too(tmp_path: Path) -> None:
    _run(tmp_path, "run", "quick", "--sut", "plaintext", "--sut", "original", program=PROGRAM)
    _run(tmp_path, "report", "--out", "plain", program=PROGRAM)
    shown = ("--code", f"mine={SAMPLES}", "--code", SAMPLES)
    _run(tmp_path, "report", "--out", "both", *shown, program=PROGRAM)
    plain = (tmp_path / "plain/report.html").read_text()
    both = (tmp_path / "both/report.html").read_text()
    assert "Source code" not in plain
    for text in ('id="code"', "mine: Haskell", "Measured.worse", 'id="circumstances"'):
        assert text in both
    assert both.index('id="code"') < both.index('id="circumstances"')
    assert _run(tmp_path, "report", "--code", "none", code=2).stderr
