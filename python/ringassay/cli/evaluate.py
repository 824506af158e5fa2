"""`ringassay eval`: a circuit evaluated in the clear."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ringassay.circuit import Circuit, FormatError
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, subcommand

app = subcommand()

CircuitArgument = Annotated[Path, typer.Argument(help="A circuit file (docs/formats.md).")]
InputsArgument = Annotated[
    list[Path], typer.Argument(help="Input files; - reads one input from standard input.")
]


@app.command()
def evaluate(circuit: CircuitArgument, inputs: InputsArgument, as_json: JsonOption = False) -> None:
    """Evaluate a circuit in the clear: one output line for each input, in the input's notation."""
    with naming(circuit):
        evaluator = Circuit.parse(circuit.read_bytes()).evaluator()
    for path in inputs:
        text = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        with naming(path):
            output = evaluator.evaluate(text).decode("ascii")
        if as_json:
            emit_json({"circuit": str(circuit), "input": str(path), "output": output})
        else:
            typer.echo(output)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Puts the file's name before a complaint about what is in it."""
    try:
        yield
    except FormatError as error:
        raise UsageError(f"{path}: {error}") from None
