"""The circuits of one's own in a suite, planned.

Values that are given are read where they are first asked for (`supplied`), so that a suite without
them is planned without arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringassay.circuit import Circuit, Netlist, read_circuit
from ringassay.evaluation.documents import DocumentError, read_document
from ringassay.evaluation.given import (
    CIRCUIT_BYTES,
    PRECISION,
    CircuitFile,
    Expression,
    Function,
    Library,
    Own,
)
from ringassay.evaluation.plan import Drawn, Spec, derive_seed, described, plan_circuits
from ringassay.evaluation.ports import CircuitLike, CircuitSource
from ringassay.evaluation.suite import Suite, SuiteError, parse_suite
from ringassay.spaces import APPROXIMATE
from ringassay.store.canonical import canonical_json, sha256_hex
from ringassay.store.records import CircuitRecord

if TYPE_CHECKING:
    from ringassay.evaluation.supplied import Supplied
    from ringassay.evaluation.trust import Permission


@dataclass(frozen=True)
class OwnSpec:
    """A circuit of one's own, at its place in the suite."""

    position: int
    given: Own
    seed: int

    @property
    def name(self) -> str:
        """What it is called."""
        return self.given.name

    @property
    def inputs(self) -> int:
        """How many inputs it has."""
        return self.given.input_count

    @property
    def place(self) -> str:
        """It belongs to no point of a family."""
        return "{}"

    @cached_property
    def supplied(self) -> Supplied:
        """What is given to it. Raises `SuiteError` when its file is not what it was."""
        from ringassay.evaluation.supplied import Supplied  # noqa: PLC0415

        return Supplied(self.given, row_circuit(self.given))

    def make(self, circuits: CircuitSource) -> CircuitLike:
        """The circuit. Raises `SuiteError` when its file is not what it was."""
        return circuits.parse(self.supplied.circuit.to_bytes())

    def key(self, circuit: CircuitLike, security: int) -> bytes:
        """The key parameters: those it came with, else those that it asks for."""
        if self.given.key is not None:
            return self.given.key.encode("ascii")
        if circuit.summary()["space"] in APPROXIMATE:
            return circuit.key_parameters(security, None, self.given.precision or PRECISION)
        return circuit.key_parameters(security)

    def input(self, circuit: CircuitLike, index: int) -> Drawn:
        """Input `index`: those from files first, then random ones."""
        given = self.given.given_count
        if index < given:
            text = self.supplied.input_text(index, self.seed, circuit)
            answer = self.supplied.answer_text(index) if self.given.answers_decide else None
            return Drawn(0, 0, text, answer)
        seed = derive_seed("input", self.seed, index - given)
        return Drawn(seed, self.given.ones, circuit.random_input(seed, self.given.ones))

    def record(self, circuit: CircuitLike) -> CircuitRecord:
        """Its row."""
        summary = circuit.summary()
        # Inputs belong to the identity: the same circuit with other inputs is another row.
        recipe = {
            "family": self.name,
            "given": sha256_hex(circuit.to_bytes()),
            "inputs": [one.sha256 for one in self.given.inputs],
            "random": {"seed": self.seed, "ones": self.given.ones},
            **({"fill": True} if self.given.fill else {}),
            **({"rows": self._rows()} if self.given.has_rows else {}),
        }
        return described(
            circuit,
            recipe=canonical_json(recipe),
            family=self.name,
            kind="fan-in" if summary["dialect"] == "fan-in" else "own",
        )

    def _rows(self) -> dict[str, Any]:
        return {
            "taken": [one.rows for one in self.given.inputs],
            "pack": self.given.pack or 1,
            "columns": self.given.columns,
        }


def specs(suite: Suite) -> Iterator[Spec]:
    """Every circuit of the suite: those that are generated, then those of one's own."""
    yield from plan_circuits(suite)
    first = sum(family.count() * family.circuits for family in suite.family)
    for number, given in enumerate(suite.own):
        yield OwnSpec(first + number, given, derive_seed(suite.seed, "own", given.name))


def load_suite(path: str | Path, permission: Permission | None = None) -> Suite:
    """Reads a suite file, and the circuits and inputs that it names.

    Functions of Python run if they are trusted, or if `permission` says so. Raises `SuiteError`.
    """
    suite = parse_suite(read_document(path, SuiteError, "a suite"), str(Path(path)))
    return bind(suite, Path(path).absolute().parent, permission)


def bind(suite: Suite, folder: Path, permission: Permission | None = None) -> Suite:
    """The suite with its files found, read and checked; paths count from `folder`.

    Every circuit is parsed, every input evaluated and every answer compared: what is wrong with
    them is said before anything is measured. Raises `SuiteError`.
    """
    if not suite.own:
        return suite
    from ringassay.evaluation.binding import read_files  # noqa: PLC0415
    from ringassay.evaluation.trust import Permission  # noqa: PLC0415

    return read_files(suite, folder, permission or Permission())


def disagreements(suite: Suite) -> Iterator[str]:
    """Where answers that decide are not those of the plaintext evaluation, in words."""
    for given in suite.own:
        if given.answers_decide:
            from ringassay.evaluation.binding import disagreements_of  # noqa: PLC0415

            yield from disagreements_of(given)


def row_circuit(given: Own) -> Circuit:
    """The circuit of one input of the computation. Raises `SuiteError`."""
    try:
        match given:
            case Expression():
                return Circuit.expression(given.expression, given.modulus, given.batch)
            case Library():
                netlist = Netlist.library(given.function, given.variant, given.width)
                return netlist.circuit(given.batch)
            case Function():
                from ringassay.evaluation.traced import traced  # noqa: PLC0415

                return traced(given).circuit
            case CircuitFile():
                return read_circuit(given.file.read(CIRCUIT_BYTES, SuiteError), given.batch)
    except ValueError as error:
        if isinstance(error, DocumentError):
            raise
        raise SuiteError(f"{given.origin}: {error}") from None
