"""A suite from the command line: one computation of the user's, with input files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ringassay.evaluation import Suite

from ringassay.evaluation.defaults import DEFAULT_SUTS, RANDOM_INPUTS, REAL_SUTS, SECURITY

CircuitOption = Annotated[
    Path | None,
    typer.Option(
        "--circuit",
        help="Run this circuit (`ringassay --page formats`) or netlist, without a suite.",
    ),
]
FunctionOption = Annotated[
    str | None,
    typer.Option(
        "--function",
        metavar="FILE.py:NAME",
        help="Run this function over vectors, traced into a circuit (`ringassay --page tracing`).",
    ),
]
LibraryOption = Annotated[
    str | None,
    typer.Option(
        "--library", help="Run this function of the library: `ringassay circuit library`."
    ),
]
VariantOption = Annotated[
    str | None,
    typer.Option("--variant", help="Variant of --library: small (few ANDs), shallow (low depth) …"),
]
BoundOption = Annotated[
    float | None,
    typer.Option("--bound", help="A function of reals: inputs are at most this in absolute value."),
]
PrecisionOption = Annotated[
    int | None,
    typer.Option(
        "--precision",
        min=1,
        max=50,
        help="Bits that answers over reals have to have, relative to the magnitude (20).",
    ),
]
WidthOption = Annotated[
    int | None,
    typer.Option("--width", min=1, max=1024, help="Bits of the numbers of --library."),
]
InputOption = Annotated[
    list[str] | None,
    typer.Option(
        "--input",
        help="Input of the computation: a table with an input in each row (CSV, NPY, NPZ, Parquet, "
        "JSON lines: `ringassay --page data`), a file with one, or the values themselves, such as "
        "'[[1,2],[3,4]]', '[[0.5,-1]]' or '[1101,0110]'; repeatable.",
    ),
]
RowsOption = Annotated[
    int | None,
    typer.Option("--rows", min=1, max=100_000, help="Take the first so many rows of a table."),
]
PackOption = Annotated[
    int | None,
    typer.Option(
        "--pack",
        min=1,
        max=2**17,
        metavar="ROWS",
        help="Rows that share a ciphertext; by default as many as leave ten ciphertexts and fit.",
    ),
]
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--columns",
        metavar="[ARGUMENT=]COLUMN,…",
        help="Which columns of a table an argument has, in order: 'x=age,income' or 'f0..f63'; "
        "repeatable.",
    ),
]
ExpectedOption = Annotated[
    list[str] | None,
    typer.Option(
        "--expected",
        help="Right answer to each --input, in their order: a file, or values such as '[4,6]'.",
    ),
]
RandomOption = Annotated[
    int | None,
    typer.Option(
        "--random-inputs",
        min=0,
        help=f"Random inputs beside these; {RANDOM_INPUTS} where there is no --input.",
    ),
]
DecideOption = Annotated[
    bool,
    typer.Option(
        "--answers-decide",
        help="Judge by --expected also where the circuit, evaluated in the clear, says otherwise.",
    ),
]
BatchOption = Annotated[
    int | None,
    typer.Option(
        "--batch",
        min=1,
        max=2**17,
        help="Slots: entries of an expression's or a function's vectors, instances of a netlist.",
    ),
]


COMPUTATIONS = ("circuit", "expression", "function", "library")
"""Options that name a computation of the user's."""
OWN_NEEDS = {
    "modulus": ("expression", "function"),
    "bound": ("function",),
    "variant": ("library",),
    "width": ("library",),
    **dict.fromkeys(("batch", "precision", "inputs", "random_inputs", "pack"), COMPUTATIONS),
    **dict.fromkeys(("expected", "rows", "columns"), ("inputs",)),
    "answers_decide": ("expected",),
}
"""What options of a computation need (`applies`)."""
ONE_COMPUTATION = {name: COMPUTATIONS[at + 1 :] for at, name in enumerate(COMPUTATIONS[:-1])}
"""Computations of which one is named (`applies`)."""


@dataclass(frozen=True)
class Own:
    """What the command line says of a computation of the user's."""

    circuit: Path | None = None
    expression: str | None = None
    modulus: int | None = None
    batch: int | None = None
    inputs: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    random_inputs: int | None = None
    answers_decide: bool = False
    function: str | None = None
    library: str | None = None
    variant: str | None = None
    width: int | None = None
    bound: float | None = None
    precision: int | None = None
    rows: int | None = None
    pack: int | None = None
    columns: tuple[str, ...] = ()

    @property
    def computations(self) -> dict[str, Path | str]:
        """The options that name a computation, with their values."""
        options = {
            "--circuit": self.circuit,
            "--expression": self.expression,
            "--function": self.function,
            "--library": self.library,
        }
        return {option: value for option, value in options.items() if value is not None}

    @property
    def given(self) -> bool:
        """Whether there is a computation."""
        return bool(self.computations)

    def suite(self, suts: tuple[str, ...] | None) -> Suite:
        """The suite of one circuit. Raises `UsageError` and `SuiteError`."""
        from ringassay.evaluation import SuiteError
        from ringassay.evaluation.binding import circuit_of
        from ringassay.evaluation.documents import validated
        from ringassay.evaluation.given import name_of
        from ringassay.evaluation.own import bind
        from ringassay.evaluation.suite import Suite
        from ringassay.evaluation.trust import OWN
        from ringassay.spaces import APPROXIMATE

        drawn = self.random_inputs
        entry: dict[str, Any] = {
            "inputs": list(self.inputs),
            "expected": list(self.expected),
            "random_inputs": (0 if self.inputs else RANDOM_INPUTS) if drawn is None else drawn,
            "answers_decide": self.answers_decide,
        }
        if self.columns:
            from ringassay.evaluation.data.columns import read_option

            entry["columns"] = read_option(self.columns)
        told = {"precision": self.precision, "rows": self.rows, "pack": self.pack}
        entry |= {name: value for name, value in told.items() if value is not None}
        table, name, own = self._entry(name_of)
        tables: dict[str, Any] = {table: [{**entry, **own}]}
        document = {
            "version": 1,
            "name": name,
            "title": str(next(iter(self.computations.values())))[:200],
            "seed": 1,
            "security": SECURITY,
            "suts": list(suts or DEFAULT_SUTS),
            **tables,
        }
        bound = bind(validated(Suite, document, "command line", SuiteError), Path.cwd(), OWN)
        (computation,) = bound.own
        if suts is None and circuit_of(computation).summary()["space"] in APPROXIMATE:
            return bound.model_copy(update={"suts": REAL_SUTS})
        return bound

    def _entry(self, name_of: Callable[[str], str]) -> tuple[str, str, dict[str, Any]]:
        """The suite's table, name, and what the table says of the computation."""
        size = {"batch": self.batch, "modulus": self.modulus}
        given = {name: value for name, value in size.items() if value is not None}
        if self.circuit is not None:
            return "circuit", name_of(self.circuit.name), {"file": str(self.circuit), **given}
        if self.expression is not None:
            own = {"name": "expression", "expression": self.expression, **given}
            return "expression", "expression", own
        if self.function is not None:
            from ringassay.trace.loading import split

            file, function = split(self.function)
            name = name_of(f"{function.replace('_', '-')}.py")
            own = {"name": name, "file": str(file), "function": function, **given}
            if self.bound is not None:
                own["bound"] = self.bound
            return "function", name, own
        choice = {"variant": self.variant, "width": self.width}
        chosen = {name: value for name, value in choice.items() if value is not None}
        return "library", name_of(f"{self.library}.x"), {"name": self.library, **chosen, **given}
