"""What every subcommand shares: where text goes, `--json`, files on standard output, quantities."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import Annotated, Any

import typer

from ringassay.cli.command import Application
from ringassay.cli.screen import err, out, printable

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs to read.")]

_UNSEEN = re.compile(r"[^\x20-\x7e]")


def subcommand(**options: Any) -> typer.Typer:
    """The application of one subcommand: its help is markdown, in which brackets are literal."""
    return Application(add_completion=False, rich_markup_mode="markdown", **options)


def emit_json(value: Any) -> None:
    """One JSON value on a line of its own, flushed so that a reader sees it at once."""
    emit_json_text(json.dumps(value, ensure_ascii=False, default=str))


def emit_json_text(text: str) -> None:
    """A JSON document; characters that do not print are escaped, which is the same value."""
    sys.stdout.write(_UNSEEN.sub(_escaped, text) + "\n")
    sys.stdout.flush()


def _escaped(found: re.Match[str]) -> str:
    character = found.group()
    if character.isprintable() or character in "\n\t":  # between values, where JSON has no others
        return character
    return json.dumps(character)[1:-1]


def emit_file(content: str | bytes) -> None:
    """The content of a file that programs read: unchanged, but where a person looks at it."""
    data = content.encode() if isinstance(content, str) else content
    if sys.stdout.isatty():
        out.lines(data.decode(errors="replace").removesuffix("\n"), fold=False)
        return
    sys.stdout.flush()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:  # a program that keeps what is printed as text
        sys.stdout.write(data.decode(errors="replace"))


def duration(seconds: float) -> str:
    """A rough duration: 45 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def plural(count: int, noun: str) -> str:
    """`1 circuit`, `2 circuits`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


__all__ = [
    "JsonOption",
    "duration",
    "emit_file",
    "emit_json",
    "emit_json_text",
    "err",
    "out",
    "plural",
    "printable",
    "subcommand",
]
