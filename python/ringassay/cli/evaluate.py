"""`ringassay circuit eval`: a circuit evaluated in the clear."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ringassay.circuit import Circuit, FormatError, read_circuit
from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, ModulusOption, circuit_of, function_circuit
from ringassay.cli.output import JsonOption, emit_file, emit_json
from ringassay.cli.own import (
    BatchOption,
    BoundOption,
    ColumnsOption,
    FunctionOption,
    RowsOption,
)
from ringassay.spaces import APPROXIMATE

CIRCUIT_BYTES = 256 << 20
INPUT_BYTES = 1 << 30
"""The most of a file that is read: the limits of docs/formats.md."""

FilesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILES",
        help="A circuit or netlist (`ringassay --page formats`), unless there is an "
        "expression or a function; then inputs: files, of which - is standard input, and tables "
        "with an input in each row (`ringassay --page data`).",
    ),
]


@applies(
    needs={"bound": ("function",), "modulus": ("expression", "function")},
    idle={"expression": ("function",)},
)
def evaluate(
    files: FilesArgument,
    expression: ExpressionOption = None,
    function: FunctionOption = None,
    modulus: ModulusOption = None,
    batch: BatchOption = None,
    bound: BoundOption = None,
    rows: RowsOption = None,
    columns: ColumnsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Evaluate a circuit in the clear: one output line for each input, in the input's notation.

    Real and complex numbers are printed as the nearest doubles, with as few digits as say which.
    """
    from ringassay.evaluation.data.suffixes import is_table

    if expression is None and function is None and len(files) < 2:
        raise UsageError("name at least one input file, or - for standard input")
    if expression is not None:
        name, inputs = expression, files
        circuit = circuit_of(expression, modulus, batch or 1)
    elif function is not None:
        name, inputs = function, files
        circuit = function_circuit(function, modulus, batch, bound)
    else:
        name, inputs = str(files[0]), files[1:]
        with naming(files[0]):
            circuit = circuit_in(content(files[0], CIRCUIT_BYTES), batch)
    if (rows is not None or columns) and not any(is_table(str(path)) for path in inputs):
        raise UsageError("--rows and --columns are for tables, such as inputs.csv")
    space = circuit.summary()["space"]
    evaluator = circuit.evaluator()
    for path in inputs:
        for row, text in _texts(path, circuit, rows, columns):
            with naming(path):
                output = evaluator.evaluate(text)
            shown = _plain(output, space).decode("ascii")
            if as_json:
                place = {"input": str(path)} if row is None else {"input": str(path), "row": row}
                emit_json({"circuit": name, **place, "output": shown})
            else:
                emit_file(f"{shown}\n")


def _plain(output: bytes, space: str) -> bytes:
    if space not in APPROXIMATE:
        return output
    from ringassay.evaluation.data.notation import plain

    return plain(output, space)


def _texts(
    path: Path, circuit: Circuit, rows: int | None, columns: list[str] | None
) -> Iterator[tuple[int | None, bytes]]:
    """The inputs in a file; of a table with their rows."""
    from ringassay.evaluation.data.suffixes import is_table

    if not is_table(str(path)):
        yield None, content(path, INPUT_BYTES)
        return
    from ringassay.evaluation.data.columns import read_option
    from ringassay.evaluation.data.notation import input_text
    from ringassay.evaluation.data.rows import read_rows
    from ringassay.evaluation.data.signature import Signature

    takes = Signature.of(circuit)
    chosen = read_option(columns) if columns else None
    fan_in = circuit.summary()["dialect"] == "fan-in"
    for row, vectors in enumerate(read_rows(str(path), takes, chosen, rows)):
        yield row, input_text(vectors, takes.space, fan_in=fan_in)


def content(path: Path, most_bytes: int) -> bytes:
    """What is in a file, or in standard input for `-`; refuses more than `most_bytes`."""
    if str(path) == "-":
        content = sys.stdin.buffer.read(most_bytes + 1)
    else:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise UsageError(f"{path}: larger than {most_bytes} bytes, the most it may have")
    return content


def circuit_in(content: bytes, batch: int | None) -> Circuit:
    """The circuit of a file. Raises `UsageError` and `FormatError`."""
    try:
        return read_circuit(content, batch)
    except FormatError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Puts the file's name before a complaint about what is in it."""
    try:
        yield
    except FormatError as error:
        raise UsageError(f"{path}: {error}") from None
