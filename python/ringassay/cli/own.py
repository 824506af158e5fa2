"""A suite from the command line: one circuit or expression of the user's, with input files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.errors import UsageError

if TYPE_CHECKING:
    from ringassay.evaluation import Suite

DEFAULT_SUTS = ("plaintext", "ringassay-bgv")
"""What a circuit of one's own, or a test script, is run on unless --sut names others."""

SECURITY = 128
RANDOM_INPUTS = 3

CircuitOption = Annotated[
    Path | None,
    typer.Option("--circuit", help="Run this circuit file (docs/formats.md); no suite is needed."),
]
InputOption = Annotated[
    list[str] | None,
    typer.Option(
        "--input",
        help="Input of --circuit or --expression: a file, or the values themselves, such as "
        "'[[1,2],[3,4]]' or '[1101,0110]'; repeatable.",
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
    typer.Option("--batch", "-l", min=1, max=2**17, help="Slots of an expression's values."),
]


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

    @property
    def given(self) -> bool:
        """Whether there is a computation."""
        return self.circuit is not None or self.expression is not None

    def refuse_leftovers(self) -> None:
        """Raises `UsageError` for options that belong to a computation, without one."""
        options = {
            "--modulus": self.modulus,
            "--batch": self.batch,
            "--input": self.inputs,
            "--expected": self.expected,
            "--random-inputs": self.random_inputs,
            "--answers-decide": self.answers_decide,
        }
        for option, value in options.items():
            if value not in (None, (), False):
                raise UsageError(f"{option} belongs to --circuit or --expression")

    def suite(self, suts: tuple[str, ...] | None) -> Suite:
        """The suite of one circuit. Raises `UsageError` and `SuiteError`."""
        from ringassay.evaluation import SuiteError
        from ringassay.evaluation.documents import validated
        from ringassay.evaluation.given import name_of
        from ringassay.evaluation.own import bind
        from ringassay.evaluation.suite import Suite

        if self.circuit is not None and self.expression is not None:
            raise UsageError("a circuit and an expression are two computations: name one of them")
        if self.circuit is not None and (self.modulus or self.batch):
            raise UsageError(
                "a circuit's file says what its values are: --modulus and --batch "
                "belong to --expression"
            )
        drawn = self.random_inputs
        entry: dict[str, Any] = {
            "inputs": list(self.inputs),
            "expected": list(self.expected),
            "random_inputs": (0 if self.inputs else RANDOM_INPUTS) if drawn is None else drawn,
            "answers_decide": self.answers_decide,
        }
        if self.circuit is not None:
            name = name_of(self.circuit.name)
            tables: dict[str, Any] = {"circuit": [{**entry, "file": str(self.circuit)}]}
        else:
            name = "expression"
            entry |= {"name": name, "expression": self.expression, "batch": self.batch or 1}
            if self.modulus is not None:
                entry["modulus"] = self.modulus
            tables = {"expression": [entry]}
        document = {
            "version": 1,
            "name": name,
            "title": str(self.circuit or self.expression)[:200],
            "seed": 1,
            "security": SECURITY,
            "suts": list(suts or DEFAULT_SUTS),
            **tables,
        }
        return bind(validated(Suite, document, "command line", SuiteError), Path.cwd())
