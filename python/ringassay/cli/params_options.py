"""Options of `ringassay params`: what means the same for several schemes is declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ringassay import _native
from ringassay.cli.errors import UsageError
from ringassay.cli.expressions import circuit_of

LengthOption = Annotated[int | None, typer.Option("--length", min=1, help="Entries of a vector.")]
DepthOption = Annotated[
    float | None,
    typer.Option(
        "--depth",
        min=0,
        help="Depth: 1 for a product, 0.6 for a selection, 0.5 for a product with a constant "
        "or a rotation, 0.1 for a sum.",
    ),
]
SlackOption = Annotated[
    float | None,
    typer.Option(
        "--slack",
        min=0,
        help="Depth in reserve beside it: 1, because generated circuits may exceed theirs; 0 "
        "where no depth is named.",
    ),
]
SecurityOption = Annotated[
    float, typer.Option("--security", min=40, max=512, help="Security in bits.")
]
PlaintextOption = Annotated[
    int | None, typer.Option("--plaintext", "-t", min=2, help="Plaintext modulus t; 2: bits.")
]
PlaintextBitsOption = Annotated[
    int | None,
    typer.Option(
        "--plaintext-bits",
        help="Instead: a prime t of this size with as many slots at --index as there can be.",
    ),
]
IndexOption = Annotated[
    int | None, typer.Option("--index", min=1, help="The ring's index, if it is given.")
]
InsistOption = Annotated[
    bool, typer.Option("--insist", help="Accept less security than asked, and say so.")
]
CircuitOption = Annotated[
    Path | None,
    typer.Option("--circuit", help="Take length, depth (rounded up) and t from a circuit file."),
]
ExpressionOption = Annotated[
    str | None,
    typer.Option(
        "--expression",
        "-e",
        help="Take depth (rounded up) and t from an expression: 'a*b + S^2 where S = a-1'.",
    ),
]
ObjectiveOption = Annotated[
    Literal["speed", "size"], typer.Option(help="What is to be small: times, or sizes.")
]
RotationKeysOption = Annotated[
    int | None,
    typer.Option("--rotation-keys", min=1, help="The largest number of rotation keys."),
]
MostOption = Annotated[
    float | None, typer.Option("--most-log2-qp", help="The largest log2 of Q·P allowed.")
]
MachineOption = Annotated[
    bool,
    typer.Option(
        "--for-this-machine",
        help="Rank indices by what transforms cost on this machine. Otherwise every machine "
        "chooses by the costs on AVX2, and comes to the same parameters.",
    ),
]
PrimesOption = Annotated[
    str | None,
    typer.Option(
        "--primes",
        help="Judge these primes of Q, with commas: sizes in bits (45,45,40), or primes.",
    ),
]
Log2QOption = Annotated[
    float | None, typer.Option("--log2-q", help="Instead: the size of Q in bits.")
]
SmallOption = Annotated[
    str | None,
    typer.Option("--small", help="Further primes of Q, at most six, which come and go."),
]
SpecialOption = Annotated[
    str | None,
    typer.Option(
        "--special", help="The primes of P, for key switching; by default as large as a digit."
    ),
]
Log2POption = Annotated[
    float | None, typer.Option("--log2-p", help="Instead: the size of P in bits.")
]
DigitsOption = Annotated[
    int | None,
    typer.Option("--digits", min=1, help="Digits of key switching; by default as few as P allows."),
]
PrecisionOption = Annotated[
    float | None,
    typer.Option("--precision", min=1, help="Bits after the point in the worst slot."),
]
RangeOption = Annotated[
    float, typer.Option("--range", help="No number is larger in absolute value.")
]
DegreeOption = Annotated[
    int | None, typer.Option("--degree", "-n", min=1, help="The degree N, if it is given.")
]
RingOption = Annotated[
    Literal["standard", "conjugate-invariant", "cheaper"] | None,
    typer.Option(
        "--ring",
        help="standard, with N/2 complex slots; conjugate-invariant, with N real ones; "
        "cheaper, for real numbers: whichever takes less work. Without it: cheaper for a "
        "--circuit, else standard.",
        show_default=False,
    ),
]
ChainOption = Annotated[
    str | None,
    typer.Option(
        "--chain",
        help="Judge this chain. SEAL: 60,40,40,60, the special prime last. Lattigo: "
        "LogQ/LogP, as 55,45,45/61. Sizes in bits, or primes.",
    ),
]
ScaleOption = Annotated[int | None, typer.Option("--scale", help="log2 of the scale of the chain.")]
RefreshOption = Annotated[
    bool,
    typer.Option(
        "--refresh",
        help="Ciphertexts are refreshed (bootstrapped); --depth is that between two of them.",
    ),
]
Given = tuple[int | None, float | None, int | None]
"""Length, depth and plaintext modulus, as far as they are known."""


def given(
    circuit: Path | None,
    expression: str | None,
    length: int | None,
    depth: float | None,
    plaintext: int | None,
) -> Given:
    """Length, depth and t: as they were said, or else those of a circuit or an expression."""
    from ringassay.he.choice import asked_of

    if circuit is not None:
        found = asked_of(_native.Circuit.parse(circuit.read_bytes()))
    elif expression is not None:
        found = asked_of(circuit_of(expression, plaintext, length or 1))
    else:
        return length, depth, plaintext
    return (
        found[0] if length is None else length,
        found[1] if depth is None else depth,
        found[2] if plaintext is None else plaintext,
    )


def computation(found: Given, command: str) -> tuple[int, float, int]:
    """The same where all of it has to be known. Raises `UsageError`."""
    length, depth, plaintext = found
    if length is None or depth is None:
        raise UsageError(
            f"`ringassay {command}` needs the depth{'' if length else ' and the length'}: name "
            f"--depth{'' if length else ' and --length'}, a --circuit or an --expression"
        )
    return length, depth, plaintext or 2
