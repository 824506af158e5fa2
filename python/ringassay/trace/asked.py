"""Traces a function in a process of its own: a question on standard input, an answer on standard
output (`python -m ringassay.trace.asked`).

Both are a line of JSON, and bytes behind it. A question has the files that the function may read:
they are placed in the temporary folder of the process, as they lie in the user's folders. The first
is the one with the function. The answer has the circuit, or in the clear what the function gives
for rows of values.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

from ringassay.trace.errors import TraceError
from ringassay.trace.function import Traced, trace
from ringassay.trace.loading import load_function

MESSAGE_CHARACTERS = 4000
"""The most that an error says."""


def question(
    files: Sequence[tuple[str, bytes]],
    function: str,
    shape: dict[str, Any],
    rows: Sequence[Sequence[Sequence[complex]]] | None,
) -> bytes:
    """For the process: files by their absolute names, and what `trace` is given."""
    header = {
        "files": [[name, len(content)] for name, content in files],
        "function": function,
        "shape": shape,
        "rows": None if rows is None else plain(rows),
    }
    line = json.dumps(header).encode("ascii")
    return b"".join([line, b"\n", *(content for _, content in files)])


def plain(value: Any) -> Any:
    """Numbers for JSON, complex ones as pairs."""
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    value = value.item() if hasattr(value, "item") else value
    return [value.real, value.imag] if isinstance(value, complex) else value


def main() -> None:
    """Answers one question."""
    # What the function prints is no answer.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with output:
        for part in _answer(sys.stdin.buffer):
            output.write(part)


def _answer(stream: BinaryIO) -> list[bytes]:
    header = json.loads(stream.readline())
    root = Path(tempfile.mkdtemp())
    contents = {name: stream.read(size) for name, size in header["files"]}
    for name, content in contents.items():
        path = _below(root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    source = _below(root, header["files"][0][0])
    os.chdir(source.parent)
    try:
        traced = _traced(source, header)
        if header["rows"] is None:
            return [_line(_described(traced)), traced.circuit.to_bytes()]
        rows = [[[_number(one) for one in vector] for vector in row] for row in header["rows"]]
        return [_line({"answers": plain([traced.answers(row) for row in rows])})]
    except TraceError as error:
        return [_line({"error": _said(error, root)})]


def _number(value: Any) -> complex:
    """What `plain` was given."""
    return complex(*value) if isinstance(value, list) else value


def _traced(source: Path, header: dict[str, Any]) -> Traced:
    function = load_function(f"{source}:{header['function']}")
    shape = header["shape"]
    return trace(function, shape["batch"], shape["modulus"], shape["vectors"], shape["bound"])


def _described(traced: Traced) -> dict[str, Any]:
    return {"inputs": traced.inputs, "scalars": traced.scalars, "sizes": traced.sizes}


def _below(root: Path, name: str) -> Path:
    return root / name.lstrip("/")


def _said(error: TraceError, root: Path) -> str:
    """The message with the user's names of files, and what is missing in the suite."""
    said = str(error).replace(f"{root}/", "/")[:MESSAGE_CHARACTERS]
    if isinstance(error.__cause__, (ModuleNotFoundError, FileNotFoundError)):
        said += (
            ". A function of a suite sees the files that the suite names beside it, "
            'files = ["…"] (`ringassay --page suites`)'
        )
    return said


def _line(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode("ascii") + b"\n"


if __name__ == "__main__":
    main()
