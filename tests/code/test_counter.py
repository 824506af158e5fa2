"""The program that counts: found, asked, missing, broken."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from ringassay.analysis.code import CodeError, Lines, Options, counter, measure
from ringassay.analysis.code.counter import Counter
from ringassay.cli.code import main

MISSING = (
    "ringassay-code needs the program ringassay-count, which is built apart, in a checkout: "
    "make code"
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "a.c").write_text("int f(void) { return 1; }\n")
    return tmp_path


def _instead(monkeypatch: pytest.MonkeyPatch, folder: Path, body: str) -> None:
    """Another program in the place of the counter."""
    program = folder / "program"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setattr(counter, "find_program", lambda name: str(program))


def test_without_the_program_the_command_says_what_to_do(
    source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", str(source / "python"))
    monkeypatch.setenv("PATH", str(source))
    with pytest.raises(CodeError) as caught:
        measure(source, "x")
    assert str(caught.value) == MISSING
    monkeypatch.setattr(sys, "argv", ["ringassay-code", str(source)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert " ".join(capsys.readouterr().err.split()) == f"error: {MISSING}"


def test_it_answers_more_than_once(source: Path) -> None:
    with Counter() as program:
        assert program.lines("C", "int a;\n\n// é\n") == Lines(1, 1, 1)
        with pytest.raises(CodeError, match="no language is called"):
            program.lines("No language", "")
        text = "x = 1\n" * 300_000  # more than a pipe holds
        assert program.lines("Python", text) == Lines(300_000, 0, 0)
        with pytest.raises(FileNotFoundError) as caught:
            _survey(program, source / "none")
        assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(source / "none"))
        found, unread = _survey(program, source)
    assert ([one.at for one in found], unread) == ([source / "a.c"], [])


def _survey(program: Counter, root: Path) -> tuple[list[counter.Found], list[counter.Unread]]:
    return program.survey(
        root, exclude=(), hidden=False, ignore_files=True, inline_tests=True, max_bytes=99
    )


def test_names_need_not_be_unicode(source: Path) -> None:
    folder = source / os.fsdecode(b"\xc3\xa9\n\xff")
    folder.mkdir()
    (folder / os.fsdecode(b"\xe9.rs")).write_text("fn a() {}\n")
    (file,) = measure(folder, "x").files
    assert (os.fsencode(file.path), file.lines) == (b"\xe9.rs", Lines(1, 0, 0))
    with pytest.raises(CodeError, match="udcff"):
        measure(source, "x", Options(exclude=(os.fsdecode(b"\xff"),)))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("exit 0", "ended before it answered .exit code 0"),
        ("echo no stack >&2; kill -6 $$", "signal 6.: no stack"),
        ("read line; printf '{'; exit 3", "exit code 3"),
        ("read line; echo hello; read line", "hello.*make code"),
        ("read line; echo '{\"other\": 1}'; read line", "other.*make code"),
        ("read line; echo 1; read line", "make code"),
    ],
)
def test_a_program_that_breaks_is_said(
    source: Path, monkeypatch: pytest.MonkeyPatch, body: str, said: str
) -> None:
    _instead(monkeypatch, source, body)
    with pytest.raises(CodeError, match=said):
        measure(source, "x")


def test_a_program_that_cannot_start_is_said(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counter, "find_program", lambda name: str(source / "none"))
    with pytest.raises(CodeError, match="cannot be started: No such file"):
        measure(source, "x")
