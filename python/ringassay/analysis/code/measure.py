"""Reads a code base: the counter finds files and counts lines, the readers functions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ringassay.analysis.code import masking, pythonic, tokens
from ringassay.analysis.code.counter import CodeError, Counter, Found, Unread
from ringassay.analysis.code.languages import MEASURED, TESTS, VENDORED, c_headers, kind
from ringassay.analysis.code.model import (
    CodeBase,
    FileMetrics,
    Function,
    Options,
    Skipped,
)

_BOMS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


def measure(path: Path, name: str, options: Options | None = None) -> CodeBase:
    """Everything below `path`, or the one file it is.

    Raises OSError if there is nothing at `path`, CodeError if no source is found, a pattern of
    `options.exclude` is none or the counter is not installed. What cannot be read is in the result.
    """
    options = options or Options()
    path.stat()  # the error names the path
    with Counter() as counter:
        found, unread = _survey(counter, path, options)
        headers = c_headers(one.counted for one in found)
        files, skipped = [], [_skipped(path, at, reason) for at, reason in unread]
        for one in found:
            try:
                files.append(_file(counter, path, one, kind(one.counted, headers)))
            except OSError as error:
                skipped.append(_skipped(path, one.at, error.strerror or str(error)))
    return CodeBase(name, str(path), tuple(files), tuple(skipped))


def _survey(counter: Counter, path: Path, options: Options) -> tuple[list[Found], list[Unread]]:
    """What the counter finds below `path`; CodeError if that is nothing."""
    exclude = [*options.exclude]
    exclude += () if options.tests else TESTS
    exclude += () if options.vendored else VENDORED
    found, unread = counter.survey(
        path,
        exclude=exclude,
        hidden=options.hidden,
        ignore_files=options.ignore_files,
        inline_tests=options.tests,
        max_bytes=options.max_bytes,
    )
    if not found:
        detail = f"; {unread[0][0]}: {unread[0][1]}" if unread else ""
        raise CodeError(
            f"no source file in a known language below {path}{detail}; "
            "--hidden and --no-ignore look at more"
        )
    return found, unread


def _file(counter: Counter, root: Path, one: Found, language: str) -> FileMetrics:
    file = FileMetrics(_below(root, one.at), language, one.lines)
    if one.counted == "Rust":
        return _with(file, one.rust, one.remark or "")
    return _read(counter, file, one)


def _read(counter: Counter, file: FileMetrics, one: Found) -> FileMetrics:
    """The file with its functions, if its language is one of those measured.

    Its lines are counted again on a text without what could mislead a counter of lines.
    """
    functions: tuple[Function, ...] | None
    remark = one.remark or ""
    if file.language not in MEASURED:
        return _with(file, None, remark)
    text = _text(one.at)
    match file.language:
        case "Haskell":
            from ringassay.analysis.code import haskell  # noqa: PLC0415 - needs tree-sitter

            functions, said = haskell.functions(text)
            shown = haskell.literals(text)
        case "Go":
            functions, said = tokens.go(text)
            shown = masking.go_literals(text)
        case "Python":
            functions, said, documentation = pythonic.functions(text)
            if one.at.suffix == ".pyi":
                functions = ()  # a stub declares, it defines nothing
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            shown = "\n".join(
                "#" if number in documentation else line for number, line in enumerate(lines, 1)
            )
        case _:
            functions, said = tokens.c_family(text)
            shown = masking.c_literals(text)
    file = replace(file, lines=counter.lines(one.counted, shown))
    return _with(file, functions, remark, said)


def _with(file: FileMetrics, functions: tuple[Function, ...] | None, *remarks: str) -> FileMetrics:
    said = "; ".join(one for one in remarks if one)
    return replace(file, functions=functions, remark=said)


def _text(path: Path) -> str:
    """The text of a file in the encoding the counter took it for."""
    raw = path.read_bytes()
    encoding = next((name for mark, name in _BOMS.items() if raw.startswith(mark)), "utf-8")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _below(root: Path, path: Path) -> str:
    try:
        inside = path.relative_to(root)
    except ValueError:
        inside = path
    return inside.as_posix() if inside.parts else path.name


def _skipped(root: Path, path: Path, reason: str) -> Skipped:
    return Skipped(_below(root, path) if path.parts else str(root), reason)
