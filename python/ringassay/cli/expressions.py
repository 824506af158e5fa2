"""Options with which a subcommand takes its circuit from an expression or a function."""

from __future__ import annotations

from typing import Annotated

import typer

from ringassay.circuit import Circuit, FormatError
from ringassay.cli.errors import UsageError

ExpressionOption = Annotated[
    str | None,
    typer.Option(
        "--expression",
        "-e",
        help="Take the circuit from an expression: 'a*b + S^2 where S = a - 1'.",
    ),
]
ModulusOption = Annotated[
    int | None,
    typer.Option(
        "--modulus", "-t", min=2, max=2**62 - 1, help="Plaintext modulus; without it, bits."
    ),
]


def circuit_of(expression: str, modulus: int | None, batch: int = 1) -> Circuit:
    """The circuit of an expression. Raises `UsageError`."""
    try:
        return Circuit.expression(expression, modulus, batch)
    except FormatError as error:
        raise UsageError(f"the expression: {error}") from None
    except ValueError as error:
        raise UsageError(str(error)) from None


def function_circuit(
    where: str, modulus: int | None, batch: int | None, bound: float | None = None
) -> Circuit:
    """The circuit of a function in `file.py:name`. Raises `TraceError`, which is for users."""
    from ringassay.trace import load_function, trace

    return trace(load_function(where), batch, modulus, bound=bound).circuit
