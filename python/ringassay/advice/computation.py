"""The computation that advice is sought for, from wherever users have it.

A file with a circuit or a netlist, `FILE.py:NAME`, a function of the library, a suite's case
(`app-dot:dot-64`, `mine.toml:name`), a traced function or a `Circuit`: one circuit of a suite.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringassay.circuit import Circuit, library_functions
from ringassay.errors import UserError
from ringassay.evaluation.documents import validated
from ringassay.evaluation.given import name_of
from ringassay.evaluation.own import bind, load_suite, specs
from ringassay.evaluation.plan import Spec
from ringassay.evaluation.shipped import shipped_suites
from ringassay.evaluation.suite import OWN, Suite, SuiteError
from ringassay.evaluation.trust import OWN as OWN_CODE
from ringassay.spaces import APPROXIMATE
from ringassay.spelling import meant
from ringassay.trace import TraceError, trace

INPUTS = 3
"""Random inputs of a proof."""

Source = str | Path | Circuit | Callable[..., Any]
"""What a computation is given as."""


class ComputationError(UserError):
    """What was named is no computation; the message says what there is."""


@dataclass(frozen=True)
class Shape:
    """What the source does not say itself; None: as it says, or by default."""

    expression: bool = False
    """The source is a formula (docs/formats.md), no name."""
    batch: int | None = None
    modulus: int | None = None
    bound: float | None = None
    variant: str | None = None
    width: int | None = None


@dataclass(frozen=True)
class Computation:
    """A circuit, and the key parameters that it is run under."""

    name: str
    origin: str
    circuit: Circuit
    params: str
    security: int
    precision: int | None
    """Bits that answers over reals have to have; None for other spaces."""

    @property
    def summary(self) -> Any:
        """Its figures (docs/formats.md)."""
        return self.circuit.summary()

    def suite(self, suts: tuple[str, ...], key: str | None = None, inputs: int = INPUTS) -> Suite:
        """The suite of this circuit alone, with random inputs; `key`: other key parameters."""
        entry: dict[str, Any] = {
            "name": self.name,
            "file": _text(self.circuit, self.origin),
            "random_inputs": inputs,
            "key": key or self.params,
        }
        if self.precision is not None:
            entry["precision"] = self.precision
        return _bound(self.name, self.security, "circuit", entry, suts)


def find(
    source: Source, shape: Shape | None = None, *, security: int = 128, precision: int | None = None
) -> Computation:
    """The computation behind `source`. Raises `UserError`s that say what is wrong with it."""
    suite, case = _suite(source, shape or Shape(), security, precision)
    spec = _case(suite.at_security(security), case, precision)
    made = spec.make(Circuit)
    circuit = made if isinstance(made, Circuit) else Circuit.parse(made.to_bytes())
    real = circuit.summary()["space"] in APPROXIMATE
    params = spec.key(circuit, security).decode("ascii")
    return Computation(
        name=spec.name,
        origin=_origin(source),
        circuit=circuit,
        params=params,
        security=security,
        precision=_bits(params) if real else None,
    )


def deeper(params: str) -> str:
    """Key parameters for half as much depth again."""
    fields = dict(part.split("=", 1) for part in params.split(","))
    fields["D"] = f"{math.ceil(1.5 * float(fields['D'])):.1f}"
    return ",".join(f"{name}={value}" for name, value in fields.items())


def _bits(params: str) -> int:
    """P of key parameters over reals."""
    fields = dict(part.split("=", 1) for part in params.split(","))
    return int(float(fields["P"]))


def _origin(source: Source) -> str:
    if isinstance(source, (str, Path)):
        return str(source)
    return getattr(source, "__name__", "the circuit")


def _case(suite: Suite, case: str | None, precision: int | None) -> Spec:
    """The circuit of that name, or the only one."""
    if precision is not None:
        suite = suite.model_copy(
            update={
                table: tuple(
                    one.model_copy(update={"precision": precision}) for one in getattr(suite, table)
                )
                for table in OWN
            }
        )
    every = list(specs(suite))
    names = list(dict.fromkeys(spec.name for spec in every))
    if case is None:
        if len(every) == 1:
            return every[0]
        raise ComputationError(
            f"the suite {suite.name} has several computations: name one, as in "
            f"{suite.name}:{names[0]}; there are {', '.join(names)}"
        )
    for spec in every:
        if spec.name == case:
            return spec
    raise ComputationError(
        f"the suite {suite.name} has no computation {case!r}{meant(case, names)}: "
        f"{', '.join(names)}"
    )


def _suite(
    source: Source, shape: Shape, security: int, precision: int | None
) -> tuple[Suite, str | None]:
    """The suite that has the computation, and its name there where there may be others."""
    if not isinstance(source, (str, Path)):
        return _object(source, shape, security, precision), None
    text = str(source)
    size: dict[str, Any] = {"batch": shape.batch, "modulus": shape.modulus}
    if shape.expression:
        entry = {"name": "expression", "expression": text, **size}
        return _own("expression", entry, security, precision), None
    named, colon, rest = text.rpartition(":")
    if colon and named.endswith(".py"):
        entry = {"file": named, "function": rest, "bound": shape.bound, **size}
        return _own("function", entry, security, precision), None
    whole, case = (named, rest) if colon else (text, None)
    if whole.endswith(".toml") or (whole in shipped_suites() and not Path(text).is_file()):
        return load_suite(shipped_suites().get(whole, whole)), case
    if Path(text).is_file():
        entry = {"file": text, "batch": shape.batch}
        return _own("circuit", entry, security, precision), None
    functions = [one["name"] for one in library_functions()]
    if text in functions:
        entry = {"name": text, "variant": shape.variant, "width": shape.width, **size}
        return _own("library", entry, security, precision), None
    known = [*functions, *shipped_suites()]
    raise ComputationError(
        f"{text!r} is no computation{meant(whole, known)}: a file with a circuit or a netlist, "
        "FILE.py:NAME, a function of `ringassay circuit library`, or SUITE:CASE is needed"
    )


def _object(
    source: Circuit | Callable[..., Any], shape: Shape, security: int, precision: int | None
) -> Suite:
    if isinstance(source, Circuit):
        circuit = source
    else:
        try:
            circuit = trace(source, shape.batch, shape.modulus, {}, shape.bound).circuit
        except TraceError as error:
            raise ComputationError(str(error)) from None
    name = name_of(f"{_origin(source).replace('_', '-')}.x")
    entry = {"name": name, "file": _text(circuit, name)}
    return _own("circuit", entry, security, precision)


def _text(circuit: Circuit, origin: str) -> dict[str, str]:
    return {"path": origin, "text": circuit.to_bytes().decode("ascii")}


def _own(table: str, entry: dict[str, Any], security: int, precision: int | None) -> Suite:
    wanted = {"random_inputs": INPUTS, "precision": precision, **entry}
    given = {name: value for name, value in wanted.items() if value is not None}
    return _bound("advice", security, table, given, ("plaintext",))


def _bound(
    name: str,
    security: int,
    table: str,
    entry: dict[str, Any],
    suts: tuple[str, ...],
) -> Suite:
    document = {
        "version": 1,
        "name": name,
        "seed": 1,
        "security": security,
        "suts": list(suts),
        table: [entry],
    }
    return bind(validated(Suite, document, "computation", SuiteError), Path.cwd(), OWN_CODE)
