"""The program that finds source files and counts their lines, and the functions of Rust.

`ringassay-count` is no part of the compiled module: it needs seventy crates that nothing else does,
so `make code` builds it apart. It reads requests as lines of JSON and answers each with one; a path
is a text with one character for each of its bytes.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, Self

from ringassay.analysis.code.model import Function, Lines
from ringassay.extras import install_command
from ringassay.sut.programs import find_program

PROGRAM = "ringassay-count"
MISSING = (
    f"ringassay-code needs the program {PROGRAM}, which is built apart, in a checkout: make code"
)

PACKAGES = ("lizard", "tree_sitter", "tree_sitter_haskell")
"""Python packages of the extra `code`, which nothing else needs."""


class CodeError(Exception):
    """Nothing can be measured; the message says what to do."""


class Found(NamedTuple):
    """A source file as the program reports it; `counted` is tokei's name of the language.

    `rust` are the functions of a Rust source, None if it could not be read; `remark` says what
    could not be counted.
    """

    at: Path
    counted: str
    lines: Lines
    rust: tuple[Function, ...] | None
    remark: str | None


Unread = tuple[Path, str]
"""A path that could not be read, and why."""


class Counter:
    """The running program; a context manager. Raises CodeError if there is none, or it breaks."""

    def __init__(self) -> None:
        if any(find_spec(package) is None for package in PACKAGES):
            raise CodeError(f"ringassay-code needs packages: {install_command('code')}")
        program = find_program(PROGRAM)
        if program is None:
            raise CodeError(MISSING)
        self._said = TemporaryFile()  # noqa: SIM115 - closed in __exit__
        try:
            self._process = subprocess.Popen(
                [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said
            )
        except OSError as error:
            self._said.close()
            raise CodeError(f"{program} cannot be started: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()  # there is nothing it could lose
        self._process.communicate()
        self._said.close()

    def survey(
        self,
        root: Path,
        *,
        exclude: Sequence[str],
        hidden: bool,
        ignore_files: bool,
        inline_tests: bool,
        max_bytes: int,
    ) -> tuple[list[Found], list[Unread]]:
        """The source files below `root`, sorted by path, and what could not be read.

        `inline_tests` keeps the tests inside Rust sources. Raises OSError if there is nothing at
        `root`, CodeError for a pattern in `exclude` (syntax of .gitignore) that is none.
        """
        answer = self._ask(
            {
                "survey": {
                    "root": os.fsencode(root).decode("latin-1"),
                    "exclude": list(exclude),
                    "hidden": hidden,
                    "ignore_files": ignore_files,
                    "inline_tests": inline_tests,
                    "max_bytes": max_bytes,
                }
            }
        )
        if "error" in answer:
            raise _failure(answer["error"], root)
        said = answer["survey"]
        return (
            [_found(one) for one in said["files"]],
            [(_path(path), reason) for path, reason in said["skipped"]],
        )

    def lines(self, language: str, text: str) -> Lines:
        """The lines of a text in the language that tokei calls so; CodeError if it knows none."""
        answer = self._ask({"lines": {"language": language, "text": text}})
        if "error" in answer:
            raise _failure(answer["error"])
        return Lines(*answer["lines"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request, ensure_ascii=False).encode() + b"\n")
            stdin.flush()
            line = stdout.readline()
        except UnicodeEncodeError as error:
            raise CodeError(f"{error.object[error.start : error.end]!r} is no Unicode") from None
        except BrokenPipeError:
            line = b""
        if not line.endswith(b"\n"):
            raise CodeError(self._ending())
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or answer.keys().isdisjoint({*request, "error"}):
            raise CodeError(f"{PROGRAM} gave no answer: {line[:80]!r}; build it again: make code")
        return answer

    def _ending(self) -> str:
        """Why the program is gone, in its own words where it left some."""
        code = self._process.wait()
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip().splitlines()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"{PROGRAM} ended before it answered ({how}){': ' + said[0] if said else ''}"


def _found(said: dict[str, Any]) -> Found:
    functions = said["functions"]
    rust = None if functions is None else tuple(Function(*each) for each in functions)
    return Found(_path(said["path"]), said["language"], Lines(*said["lines"]), rust, said["remark"])


def _path(text: str) -> Path:
    return Path(os.fsdecode(text.encode("latin-1")))


def _failure(error: dict[str, Any], root: Path | None = None) -> Exception:
    match error:
        case {"kind": "root", "errno": int(number)}:
            return OSError(number, os.strerror(number), str(root))
        case {"kind": "pattern", "message": message}:
            return CodeError(f"{message}: write it as in a .gitignore")
        case _:
            return CodeError(f"{PROGRAM}: {error['message']}")
