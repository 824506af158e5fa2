"""The circuits of one's own in a suite, planned: read, checked, their inputs and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringassay.circuit import Circuit, FormatError, KeyParameters, Netlist, read_circuit
from ringassay.evaluation.documents import DocumentError, read_document
from ringassay.evaluation.filling import beginning, filled
from ringassay.evaluation.given import (
    CIRCUIT_BYTES,
    INPUT_BYTES,
    PRECISION,
    CircuitFile,
    Expression,
    FileRef,
    Function,
    Library,
    Own,
)
from ringassay.evaluation.judgement import Judgement, Tolerance, judge
from ringassay.evaluation.outputs import Comparison, compare_outputs, vectors_of
from ringassay.evaluation.plan import Drawn, Spec, derive_seed, described, plan_circuits
from ringassay.evaluation.ports import CircuitLike, CircuitSource
from ringassay.evaluation.suite import OWN, Suite, SuiteError, parse_suite
from ringassay.spaces import APPROXIMATE
from ringassay.store.canonical import canonical_json, sha256_hex
from ringassay.store.records import CircuitRecord

_BIT_VECTORS = re.compile(rb"\[(?:\[[01](?:,[01])*\]|[01]+)(?:,(?:\[[01](?:,[01])*\]|[01]+))*\]")
"""An input over bits, without spaces, in either notation of vectors."""


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

    def make(self, circuits: CircuitSource) -> CircuitLike:
        """The circuit. Raises `SuiteError` when its file is not what it was."""
        return circuits.parse(circuit_of(self.given).to_bytes())

    def key(self, circuit: CircuitLike, security: int) -> bytes:
        """The key parameters: those it came with, else those that it asks for."""
        if self.given.key is not None:
            return self.given.key.encode("ascii")
        if circuit.summary()["space"] in APPROXIMATE:
            return circuit.key_parameters(security, None, self.given.precision or PRECISION)
        return circuit.key_parameters(security)

    def input(self, circuit: CircuitLike, index: int) -> Drawn:
        """Input `index`: those from files first, then random ones."""
        if index < len(self.given.inputs):
            text = given_text(self.given, index, circuit, self.seed)
            return Drawn(0, 0, text, self._answer(circuit, index))
        seed = derive_seed("input", self.seed, index - len(self.given.inputs))
        return Drawn(seed, self.given.ones, circuit.random_input(seed, self.given.ones))

    def _answer(self, circuit: CircuitLike, index: int) -> bytes | None:
        """The user's own answer, where it decides."""
        if not self.given.answers_decide:
            return None
        answer = self.given.expected[index].read(INPUT_BYTES, SuiteError)
        return _written(answer, circuit.summary()["modulus"])

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
        }
        return described(
            circuit,
            recipe=canonical_json(recipe),
            family=self.name,
            kind="fan-in" if summary["dialect"] == "fan-in" else "own",
        )


def specs(suite: Suite) -> Iterator[Spec]:
    """Every circuit of the suite: those that are generated, then those of one's own."""
    yield from plan_circuits(suite)
    first = sum(len(family.points()) * family.circuits for family in suite.family)
    for number, given in enumerate(suite.own):
        yield OwnSpec(first + number, given, derive_seed(suite.seed, "own", given.name))


def bind(suite: Suite, folder: Path) -> Suite:
    """The suite with its files found, read and checked; paths count from `folder`.

    Every circuit is parsed, every input evaluated and every answer compared: what is wrong with
    them is said before anything is measured. Raises `SuiteError`.
    """
    if not suite.own:
        return suite
    found = suite.model_copy(
        update={
            name: tuple(one.with_files(folder, SuiteError) for one in getattr(suite, name))
            for name in OWN
        }
    )
    for given in found.own:
        _check(given)
    return found


def load_suite(path: str | Path) -> Suite:
    """Reads a suite file, and the circuits and inputs that it names. Raises `SuiteError`."""
    suite = parse_suite(read_document(path, SuiteError, "a suite"), str(Path(path)))
    return bind(suite, Path(path).absolute().parent)


def disagreements(suite: Suite) -> Iterator[str]:
    """Where answers that decide are not those of the plaintext evaluation, in words."""
    for given in suite.own:
        if given.answers_decide:
            yield from _disagreements(given, circuit_of(given))


def circuit_of(given: Own) -> Circuit:
    """The circuit. Raises `SuiteError`."""
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


def _check(given: Own) -> None:
    circuit = circuit_of(given)
    summary = circuit.summary()
    _check_depth(given, summary)
    evaluator = circuit.evaluator()
    for index, file in enumerate(given.inputs):
        try:
            evaluator.evaluate(_readable(given, index, circuit))
        except FormatError as error:
            raise SuiteError(f"{file.path}: {error}") from None
    if isinstance(given, Function):
        from ringassay.evaluation.traced import check_against_clear  # noqa: PLC0415

        check_against_clear(given, circuit)
    if given.answers_decide:
        _check_answers(given, circuit)
    else:
        for problem in _disagreements(given, circuit):
            raise SuiteError(
                f"{problem}. Correct the circuit or the answers; or let the answers decide: "
                "answers_decide = true in a suite, --answers-decide on the command line"
            )


def _check_answers(given: Own, circuit: Circuit) -> None:
    """Answers that decide have to be answers at all: of so many slots, in range."""
    summary = circuit.summary()
    below = summary["modulus"] or 2
    for answer in given.expected:
        vectors = vectors_of(answer.read(INPUT_BYTES, SuiteError))
        batch, outputs = summary["batch"], summary["outputs"]
        shape = [len(vector) for vector in vectors or []]
        if shape != [batch] * outputs or not _within(vectors or [], below):
            each = "" if outputs == 1 else f" for each of {outputs} outputs"
            raise SuiteError(
                f"{answer.path}: not an output of {given.origin}: {batch} values from 0 "
                f"to {below - 1}{each}, as docs/formats.md writes them"
            )


def _within(vectors: Sequence[Sequence[int]], below: int) -> bool:
    return all(0 <= slot < below for vector in vectors for slot in vector)


def _check_depth(given: Own, summary: Mapping[str, Any]) -> None:
    """Keys are made for the depth that the header or the key says: it has to suffice."""
    levels = int(summary["needed_depth"])
    said, where = float(summary["depth"]), "its header"
    if given.key is not None:
        try:
            key = KeyParameters.parse(given.key.encode("ascii", "replace"))
        except FormatError as error:
            raise SuiteError(f"{given.origin}: its key parameters: {error}") from None
        fan_in = summary["dialect"] == "fan-in"
        is_complex = summary["space"] == "complex"
        wanted = (int(summary["batch"]), summary["modulus"], fan_in, is_complex)
        if (key.batch, key.modulus, key.fan_in, key.is_complex) != wanted:
            raise SuiteError(
                f"{given.origin}: the key {given.key} is for another kind of circuit: L and T "
                f"must be those of the circuit (L={summary['batch']}, T={summary['modulus']})"
            )
        if fan_in:
            return
        said, where = float(key.depth), f"its key {given.key}"
    if summary["dialect"] == "simd" and said < levels:
        raise SuiteError(
            f"{given.origin}: {where} says D={said:g}, but the circuit multiplies {levels} levels "
            f"deep: keys would be too small for it. Say D={levels} at least (docs/formats.md, "
            "Depth of a gate)"
        )


def _disagreements(given: Own, circuit: Circuit) -> Iterator[str]:
    evaluator = circuit.evaluator()
    for index, (file, answer) in enumerate(zip(given.inputs, given.expected, strict=False)):
        baseline = evaluator.evaluate(_readable(given, index, circuit))
        own = _written(answer.read(INPUT_BYTES, SuiteError), circuit.summary()["modulus"])
        if given.fill:
            baseline = beginning(baseline, own)
        comparison = _compared(given, circuit, baseline, own)
        if comparison.matches:
            continue
        where = comparison.detail.get("form") or "slots " + _few(comparison.detail["slots"])
        yield (
            f"{answer.path} disagrees with the plaintext evaluation of {given.origin} on "
            f"{file.path}: {where}; expected there {_short(own)}, the circuit gives "
            f"{_short(baseline)}"
        )


def _compared(given: Own, circuit: Circuit, baseline: bytes, own: bytes) -> Comparison | Judgement:
    summary = circuit.summary()
    if summary["space"] not in APPROXIMATE:
        return compare_outputs(baseline, own)
    magnitudes, is_complex = tuple(summary["magnitudes"] or ()), summary["space"] == "complex"
    tolerance = Tolerance(given.precision or PRECISION, magnitudes, is_complex)
    return judge(baseline, own, tolerance)


def _written(answer: bytes, modulus: int | None) -> bytes:
    """An answer in the writer's form, whatever notation it was given in, if it is one."""
    vectors = vectors_of(answer)
    if vectors is None:
        return _squeezed(answer)
    texts = (canonical_json(v) if modulus is not None else "".join(map(str, v)) for v in vectors)
    return ";".join(texts).encode("ascii")


def _few(slots: Iterable[int]) -> str:
    shown = list(slots)
    return ", ".join(map(str, shown[:8])) + (" …" if len(shown) > 8 else "")


def _short(text: bytes) -> str:
    shown = _squeezed(text).decode("utf-8", "replace")
    return shown if len(shown) <= 60 else shown[:60] + "…"


def _squeezed(text: bytes) -> bytes:
    return b"".join(text.split())


def given_text(given: Own, index: int, circuit: CircuitLike, seed: int) -> bytes:
    """Input `index`, in the writer's form; its open entries drawn, where they are to be filled."""
    text = input_text(given.inputs[index], circuit)
    if not given.fill:
        return text
    drawn = circuit.random_input(derive_seed("fill", seed, index), given.ones)
    return filled(text, drawn, given.inputs[index].path)


def _readable(given: Own, index: int, circuit: CircuitLike) -> bytes:
    """Input `index` to be checked; any entries fill it."""
    file = given.inputs[index]
    text = file.read(INPUT_BYTES, SuiteError)
    if not given.fill:
        return text
    if circuit.summary()["space"] == "gf2" and not _BIT_VECTORS.fullmatch(_squeezed(text)):
        raise SuiteError(f"{file.path}: an input is vectors of bits in brackets: [1100,0110]")
    return given_text(given, index, circuit, 0)


def input_text(file: FileRef, circuit: CircuitLike) -> bytes:
    """An input file's content in the writer's form, which every system reads; it was checked."""
    text = _squeezed(file.read(INPUT_BYTES, SuiteError))
    summary = circuit.summary()
    if summary["space"] == "zt":
        return text
    body = text[1:-1]
    if summary["dialect"] == "fan-in":
        return b"[" + re.sub(rb"[^01]", b"", body) + b"]"
    vectors = re.findall(rb"\[[01,]*\]|[01]+", body)
    return b"[" + b",".join(re.sub(rb"[^01]", b"", one) for one in vectors) + b"]"
