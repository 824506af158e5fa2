"""`ringassay eval`: a circuit evaluated in the clear."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ringassay.circuit import Circuit, FormatError, read_circuit
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, ModulusOption, circuit_of, function_circuit
from ringassay.cli.output import JsonOption, emit_json, subcommand
from ringassay.cli.own import BatchOption, FunctionOption

app = subcommand()

CIRCUIT_BYTES = 256 << 20
INPUT_BYTES = 1 << 30
"""The most of a file that is read: the limits of docs/formats.md."""

FilesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILES",
        help="A circuit or netlist (docs/formats.md, docs/netlists.md), unless there is an "
        "expression or a function; then input files, of which - is standard input.",
    ),
]


@app.command()
def evaluate(
    files: FilesArgument,
    expression: ExpressionOption = None,
    function: FunctionOption = None,
    modulus: ModulusOption = None,
    batch: BatchOption = None,
    as_json: JsonOption = False,
) -> None:
    """Evaluate a circuit in the clear: one output line for each input, in the input's notation."""
    if expression is not None and function is not None:
        raise UsageError("an expression and a function are two computations: name one of them")
    if expression is None and function is None and len(files) < 2:
        raise UsageError("name at least one input file, or - for standard input")
    if expression is not None:
        name, inputs = expression, files
        evaluator = circuit_of(expression, modulus, batch or 1).evaluator()
    elif function is not None:
        name, inputs = function, files
        evaluator = function_circuit(function, modulus, batch).evaluator()
    else:
        if modulus is not None:
            raise UsageError(
                "--modulus says what the values of an expression or function are: leave it out"
            )
        name, inputs = str(files[0]), files[1:]
        with naming(files[0]):
            evaluator = circuit_in(content(files[0], CIRCUIT_BYTES), batch).evaluator()
    for path in inputs:
        text = content(path, INPUT_BYTES)
        with naming(path):
            output = evaluator.evaluate(text).decode("ascii")
        if as_json:
            emit_json({"circuit": name, "input": str(path), "output": output})
        else:
            typer.echo(output)


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
