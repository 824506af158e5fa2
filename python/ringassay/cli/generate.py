"""`ringassay generate`: circuits and inputs as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ringassay.circuit import Circuit
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import ExpressionOption, ModulusOption, circuit_of, function_circuit
from ringassay.cli.output import JsonOption, emit_file, emit_json, plural, subcommand
from ringassay.cli.output import out as screen
from ringassay.cli.own import FunctionOption
from ringassay.cli.run import find_suite
from ringassay.cli.writing import OverwriteOption, refuse_existing, write_new
from ringassay.files import write_whole

app = subcommand()

SHAPE = {
    *("kind", "modulus", "bound", "space", "batch", "width", "depth"),
    *("levels", "gate", "family", "gates", "seed"),
}
"""The options that describe one circuit."""
_SIMD = ("kind", "modulus", "bound", "space", "batch", "width", "seed")

SuiteArgument = Annotated[
    str | None, typer.Argument(help="Suite whose files to write; without it, one circuit.")
]


@app.command()
def generate(
    context: typer.Context,
    suite: SuiteArgument = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for a suite, file for a circuit.")
    ] = None,
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
    batch: Annotated[int, typer.Option("--batch", "-l", min=1, help="Slots of a vector.")] = 64,
    width: Annotated[int, typer.Option("--width", "-w", min=1, help="Input wires.")] = 10,
    depth: Annotated[str, typer.Option("--depth", "-d", help="Depth of a mixed circuit.")] = "4",
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
    """Write a suite's circuits, inputs, key parameters and test script, or one circuit.

    The circuit is random, or that of an expression or of a function in Python.

    The files are those of HEtest (docs/formats.md): the original's harness can run the script.
    """
    _refuse_what_says_nothing(context, suite, expression, function, kind, family)
    if suite is not None:
        if out is None:
            raise UsageError("a suite becomes many files: name a folder with --out")
        count = write_suite(suite, out, force=force)
        message = {"script": str(out / "test_script.txt"), "circuits": count}
        if as_json:
            emit_json(message)
        else:
            screen.print(f"{plural(count, 'circuit')} written; script: {message['script']}")
        return
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
    suite: str | None,
    expression: str | None,
    function: str | None,
    kind: str,
    family: int,
) -> None:
    """Raises `UsageError` for options that do not apply to what is written."""
    named = {"a suite": suite, "an expression": expression, "a function": function}
    given = [name for name, value in named.items() if value is not None]
    if len(given) > 1:
        raise UsageError(f"{given[0]} and {given[1]} are two things: name one of them")
    if suite is not None:
        used, of = set[str](), "the files of a suite"
    elif expression is not None:
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


def write_suite(suite: str, out: Path, *, force: bool = False) -> int:
    """Writes every file of a suite below `out`; the number of circuits."""
    from ringassay.evaluation.own import specs

    found = find_suite(suite)
    script: list[str] = []
    key_files: dict[bytes, str] = {}
    folders, listing = ("keys", "circuits", "inputs"), out / "test_script.txt"
    refuse_existing([listing, *(out / folder for folder in folders)], force=force)
    for folder in folders:
        (out / folder).mkdir(parents=True, exist_ok=True)
    last_key = ""
    count = 0
    for spec in specs(found):
        circuit = spec.make(Circuit)
        key = spec.key(circuit, found.security)
        if key not in key_files:
            key_files[key] = f"keys/{len(key_files)}.txt"
            write_whole(out / key_files[key], key)
        if key_files[key] != last_key:
            last_key = key_files[key]
            script += ["KEY", last_key]
        name = f"circuits/{spec.position}.txt"
        write_whole(out / name, circuit.to_bytes())
        script += ["CIRCUIT", name]
        for index in range(spec.inputs):
            name = f"inputs/{spec.position}-{index}.txt"
            write_whole(out / name, spec.input(circuit, index).text)
            script += ["INPUT", name]
        count += 1
    write_whole(listing, "\n".join(script) + "\n")
    return count


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
    if modulus is not None and (bound is not None or space is not None):
        raise UsageError("--modulus is for integers, --bound and --space for numbers: choose one")
    if space is not None and bound is None:
        raise UsageError(f"--space {space} needs --bound, the largest absolute value of inputs")
    return {} if bound is None else {"space": space or "real", "bound": bound}


def _generated(config: dict[str, object]) -> Circuit:
    try:
        return Circuit.generate(config)
    except (ValueError, OverflowError, TypeError) as error:
        raise UsageError(str(error)) from None
