"""`ringassay circuit generate`: a circuit as a file."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from ringassay.circuit import Circuit
from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, ModulusOption, circuit_of, function_circuit
from ringassay.cli.netlist_output import OutOption
from ringassay.cli.output import JsonOption, emit_file, emit_json
from ringassay.cli.own import FunctionOption
from ringassay.cli.writing import OverwriteOption, write_new

SHAPE = {
    *("kind", "modulus", "bound", "space", "batch", "width", "depth"),
    *("levels", "gate", "family", "gates", "seed"),
}
"""The options that describe one circuit."""
_SIMD = ("kind", "modulus", "bound", "space", "batch", "width", "seed")


@applies(
    needs={"force": ("out",), "space": ("bound",)},
    idle={"expression": ("function",), "modulus": ("bound",)},
)
def generate(
    context: typer.Context,
    out: OutOption = None,
    kind: Annotated[
        Literal["mixed", "single", "fan-in"], typer.Option("--kind", help="Kind of circuit.")
    ] = "mixed",
    modulus: ModulusOption = None,
    bound: Annotated[
        float | None,
        typer.Option("--bound", help="Real or complex numbers, inputs of at most this size."),
    ] = None,
    space: Annotated[
        Literal["real", "complex"] | None, typer.Option("--space", help="Which, with --bound.")
    ] = None,
    batch: Annotated[int, typer.Option("--batch", min=1, help="Slots of a vector.")] = 64,
    width: Annotated[int, typer.Option("--width", min=1, help="Input wires.")] = 10,
    depth: Annotated[str, typer.Option("--depth", help="Depth of a mixed circuit.")] = "4",
    levels: Annotated[
        int, typer.Option("--levels", min=1, help="Levels (single, fan-in family 3).")
    ] = 5,
    gate: Annotated[str | None, typer.Option("--gate", help="Gate type (single).")] = None,
    family: Annotated[int, typer.Option("--family", min=1, max=3, help="Fan-in family.")] = 1,
    gates: Annotated[int, typer.Option("--gates", min=1, help="Gates of a fan-in level.")] = 10,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**64 - 1, help="Equal seeds give equal circuits.")
    ] = 1,
    expression: ExpressionOption = None,
    function: FunctionOption = None,
    force: OverwriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a circuit: a random one, or that of an expression or of a function in Python.

    The format is that of HEtest (`ringassay --page formats`).
    """
    _refuse_what_says_nothing(context, expression, function, kind, family)
    if expression is not None:
        # A generated circuit is wide by default, a formula is about numbers.
        circuit = circuit_of(expression, modulus, batch if _is_given(context, "batch") else 1)
    elif function is not None:
        entries = batch if _is_given(context, "batch") else None
        circuit = function_circuit(function, modulus, entries)
    else:
        config = _config(kind, modulus, batch, width, depth, levels, gate, family, gates)
        circuit = _generated({**config, **_numbers(modulus, bound, space), "seed": seed})
    if out is not None:
        write_new(out, circuit.to_bytes(), force=force)
    text = circuit.to_bytes().decode("ascii") if out is None else None
    if as_json:
        where = {"circuit": text} if out is None else {"file": str(out)}
        names = {} if circuit.input_names is None else {"inputs": circuit.input_names}
        emit_json({**where, **circuit.summary(), **names})
    elif text is not None:
        emit_file(f"{text}\n")


def _refuse_what_says_nothing(
    context: typer.Context,
    expression: str | None,
    function: str | None,
    kind: str,
    family: int,
) -> None:
    """Raises `UsageError` for options that do not apply to what is written."""
    if expression is not None:
        used, of = {"modulus", "batch"}, "the circuit of an expression"
    elif function is not None:
        used, of = {"modulus", "batch"}, "the circuit of a function"
    else:
        used, of = _applicable(kind, family), f"a {kind} circuit"
    for option in sorted(SHAPE - used):
        if _is_given(context, option):
            raise UsageError(f"--{option} says nothing about {of}: leave it out")


def _is_given(context: typer.Context, option: str) -> bool:
    source = context.get_parameter_source(option)
    return source is not None and source.name != "DEFAULT"


def _applicable(kind: str, family: int) -> set[str]:
    """The options that say something about a circuit of this kind."""
    match kind:
        case "mixed":
            return {*_SIMD, "depth"}
        case "single":
            return {*_SIMD, "levels", "gate"}
        case _:
            size = "levels" if family == 3 else "gates"
            return {"kind", "width", "family", "gate", "seed", size}


def _config(
    kind: str,
    modulus: int | None,
    batch: int,
    width: int,
    depth: str,
    levels: int,
    gate: str | None,
    family: int,
    gates: int,
) -> dict[str, object]:
    if kind == "fan-in":
        config: dict[str, object] = {"kind": kind, "width": width, "family": family}
        if family == 3:
            config["levels"] = levels
        else:
            config["gates"] = gates
        if family == 2:
            config["xor_gates"] = gates
    else:
        config = {"kind": kind, "width": width, "batch": batch}
        if modulus is not None:
            config |= {"space": "zt", "modulus": modulus}
        config |= {"depth": depth} if kind == "mixed" else {"levels": levels}
    return config if gate is None else config | {"gate": gate}


def _numbers(modulus: int | None, bound: float | None, space: str | None) -> dict[str, object]:
    """What a configuration says of real and complex numbers."""
    return {} if bound is None else {"space": space or "real", "bound": bound}


def _generated(config: dict[str, object]) -> Circuit:
    try:
        return Circuit.generate(config)
    except (ValueError, OverflowError, TypeError) as error:
        raise UsageError(str(error)) from None
