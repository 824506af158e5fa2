"""The circuits of one's own in a suite: found, read, checked, their inputs and answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ringassay.circuit import Circuit, FormatError, KeyParameters
from ringassay.evaluation.data.packing import MOST_ROWS, chosen_pack
from ringassay.evaluation.data.signature import Signature
from ringassay.evaluation.filling import beginning
from ringassay.evaluation.given import (
    INPUT_BYTES,
    PRECISION,
    Function,
    Own,
)
from ringassay.evaluation.judgement import Judgement, Tolerance, judge
from ringassay.evaluation.outputs import Comparison, compare_outputs, vectors_of
from ringassay.evaluation.own import row_circuit
from ringassay.evaluation.suite import MAX_CASES, OWN, Suite, SuiteError
from ringassay.evaluation.supplied import Supplied
from ringassay.evaluation.trust import Permission
from ringassay.spaces import APPROXIMATE


def read_files(suite: Suite, folder: Path, permission: Permission) -> Suite:
    """As `own.bind`, for a suite that has such circuits."""
    found = suite.model_copy(
        update={
            name: tuple(_read(one, folder, permission) for one in getattr(suite, name))
            for name in OWN
        }
    )
    if found.cases() > MAX_CASES:
        raise SuiteError(f"{found.cases()} cases per SUT, at most {MAX_CASES} are possible")
    return found


def _read(own: Own, folder: Path, permission: Permission) -> Own:
    """A computation with what its files hold, checked. Raises `UntrustedError`."""
    given = own.with_files(folder, SuiteError)
    if isinstance(given, Function):
        if not permission.execute:
            return given
        permission.ask(given)
    one = row_circuit(given)
    given = _with_rows(_with_answers(given, permission), one)
    _check(Supplied(given, one))
    return given


def _with_answers(given: Own, permission: Permission) -> Own:
    if not isinstance(given, Function):
        return given
    from ringassay.evaluation.traced import entries_of, traced, unprotected  # noqa: PLC0415

    found = traced(given)
    for name, why in unprotected(found).items():
        permission.tell(f"{given.origin} ran without the protection {name}: {why}")
    return given.model_copy(update={"answer_entries": entries_of(found)})


def _with_rows(given: Own, one: Circuit) -> Own:
    """How many rows its tables have, and how many of them go together."""
    if not given.has_rows:
        return given
    summary = one.summary()
    if summary["dialect"] == "fan-in":
        if (given.pack or 1) > 1:
            raise SuiteError(f"{given.origin}: a fan-in circuit computes one input: leave pack out")
        given = given.model_copy(update={"pack": 1})
    counted = {}
    for file in (*given.inputs, *given.expected):
        if file.is_table:
            takes = Supplied(given, one)
            alone = {"inputs": (file,), "expected": ()}
            if file in given.inputs:
                rows = Supplied(given.model_copy(update=alone), one).rows
                counted[file] = file.model_copy(update={"rows": len(rows)})
            else:
                counted[file] = file.model_copy(update={"rows": len(takes.answer_rows(file))})
    given = given.model_copy(
        update={
            name: tuple(counted.get(file, file) for file in getattr(given, name))
            for name in ("inputs", "expected")
        }
    )
    if given.row_count > MOST_ROWS:
        raise SuiteError(f"{given.origin}: {given.row_count} inputs, at most {MOST_ROWS}: --rows")
    if given.pack is None:
        rotates = bool(summary["counts"]["LROTATE"])
        chosen = chosen_pack(Signature.of(one), given.row_count, rotates=rotates)
        # A key that is given is for vectors of its own length.
        given = given.model_copy(update={"pack": 1 if given.key else chosen})
    return given


def disagreements_of(given: Own) -> Iterator[str]:
    """Where the answers of a computation are not those of the plaintext evaluation, in words."""
    yield from _disagreements(Supplied(given, row_circuit(given)))


def circuit_of(given: Own) -> Circuit:
    """The circuit that is run, of as many rows as share a ciphertext. Raises `SuiteError`."""
    return Supplied(given, row_circuit(given)).circuit


def _check(supplied: Supplied) -> None:
    given, circuit = supplied.given, supplied.circuit
    _check_depth(given, circuit.summary())
    for index in range(given.given_count):
        supplied.input_text(index, 0, circuit)
    if isinstance(given, Function):
        from ringassay.evaluation.traced import check_against_clear  # noqa: PLC0415

        check_against_clear(given, supplied)
    if given.answers_decide:
        _check_answers(supplied)
    else:
        for problem in _disagreements(supplied):
            raise SuiteError(
                f"{problem}. Correct the circuit or the answers; or let the answers decide: "
                "answers_decide = true in a suite, --answers-decide on the command line"
            )


def _check_answers(supplied: Supplied) -> None:
    """Answers that decide have to be answers at all: of so many slots, in range."""
    given, summary = supplied.given, supplied.circuit.summary()
    if given.has_rows or summary["space"] in APPROXIMATE:
        _check_values(supplied)
        return
    below = summary["modulus"] or 2
    for answer in given.expected:
        vectors = vectors_of(answer.read(INPUT_BYTES, SuiteError))
        batch, outputs = summary["batch"], summary["outputs"]
        shape = [len(vector) for vector in vectors or []]
        if shape != [batch] * outputs or not _within(vectors or [], below):
            each = "" if outputs == 1 else f" for each of {outputs} outputs"
            raise SuiteError(
                f"{answer.path}: not an output of {given.origin}: {batch} values from 0 "
                f"to {below - 1}{each}, as `ringassay --page formats` writes them"
            )


def _check_values(supplied: Supplied) -> None:
    """Likewise of rows, whose cells were checked, and over real and complex numbers."""
    for index in range(min(supplied.given.given_count, len(supplied.given.expected) or 1)):
        answer = supplied.answer_text(index)
        if supplied.takes.approximate:
            found = _compared(supplied, answer, answer)
            if not found.matches:
                why = found.detail.get("form", "no numbers")
                path = supplied.given.expected[0].path
                raise SuiteError(f"{path}: not an output of {supplied.given.origin}: {why}")


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
            f"deep: keys would be too small for it. Say D={levels} at least (`ringassay --page "
            f"formats`, "
            "Depth of a gate)"
        )


def _disagreements(supplied: Supplied) -> Iterator[str]:
    given = supplied.given
    if not given.expected:
        return
    evaluator = supplied.circuit.evaluator()
    for index, name in enumerate(supplied.names()):
        baseline = evaluator.evaluate(supplied.input_text(index, 0, supplied.circuit))
        own = supplied.answer_text(index)
        if given.fill:
            baseline = beginning(baseline, own, bits=supplied.takes.space == "gf2")
        comparison = _compared(supplied, baseline, own)
        if comparison.matches:
            continue
        path = given.expected[0 if given.has_rows else index].path
        where = comparison.detail.get("form") or _place(supplied, comparison.detail["slots"], index)
        yield (
            f"{path} disagrees with the plaintext evaluation of {given.origin} on "
            f"{name}: {where}; expected there {_short(own)}, the circuit gives {_short(baseline)}"
        )


def _place(supplied: Supplied, slots: Sequence[int], index: int) -> str:
    pack = supplied.given.pack or 1
    if not supplied.given.has_rows:
        return "slots " + _few(slots)
    return "rows " + _few(sorted({index * pack + slot % pack for slot in slots}))


def _compared(supplied: Supplied, baseline: bytes, own: bytes) -> Comparison | Judgement:
    summary = supplied.circuit.summary()
    if summary["space"] not in APPROXIMATE:
        return compare_outputs(baseline, own)
    magnitudes, is_complex = tuple(summary["magnitudes"] or ()), summary["space"] == "complex"
    tolerance = Tolerance(supplied.given.precision or PRECISION, magnitudes, is_complex)
    try:
        return judge(baseline, own, tolerance)
    except ValueError:
        return Judgement("malformed", detail={"form": "not an output over numbers"})


def _few(slots: Iterable[int]) -> str:
    shown = list(slots)
    return ", ".join(map(str, shown[:8])) + (" …" if len(shown) > 8 else "")


def _short(text: bytes) -> str:
    shown = b"".join(text.split()).decode("utf-8", "replace")
    return shown if len(shown) <= 60 else shown[:60] + "…"
