"""What came of each row of a stored run: answer, expected value, error, times, system by system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.evaluation.data.notation import number, split_output
from ringassay.evaluation.data.signature import DTYPES
from ringassay.evaluation.given import Own
from ringassay.evaluation.judgement import differences
from ringassay.evaluation.suite import SuiteError, suite_from_json
from ringassay.evaluation.supplied import output_values
from ringassay.store.figures import CASE_STEPS

if TYPE_CHECKING:
    from ringassay.store import Store

UNTRIED = "not measured"
"""The outcome of a row whose case was not reached."""


@dataclass(frozen=True)
class SystemAnswers:
    """What one system came to. A row that has no answer is not `known`."""

    answer: NDArray[Any]
    """Row, entry."""
    error: NDArray[Any]
    """The absolute value of the difference from the expected entry; a NaN where there is none."""
    known: NDArray[np.bool_]
    outcome: list[str]
    wall_ns: NDArray[np.float64]
    """Row, step: of the ciphertext in which the row was; a NaN where it did not come to that."""


@dataclass(frozen=True)
class Answers:
    """The answers to one computation."""

    name: str
    space: str
    entries: tuple[int, ...]
    """Entries of each output."""
    pack: int
    """Rows in a ciphertext."""
    expected: NDArray[Any]
    """Row, entry."""
    systems: dict[str, SystemAnswers]
    total: int
    """Rows of the run, of which the first were read."""

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.expected)

    @property
    def labels(self) -> list[tuple[int, int]]:
        """Output and entry of each column of `expected`."""
        return [(output, entry) for output, n in enumerate(self.entries) for entry in range(n)]


def read_answers(store: Store, run: str, most: int | None = None) -> list[Answers]:
    """The answers of a run to computations of the user's, in the suite's order; of each the first
    `most` rows.

    Raises `SuiteError` for a run that has none.
    """
    from ringassay.store import load  # noqa: PLC0415
    from ringassay.store.reader import RunReader  # noqa: PLC0415

    suite = suite_from_json(store.suite_json(run))
    if not suite.own:
        raise SuiteError(
            f"run {run} is of circuits that were drawn: answers are those of a computation of "
            "your own (`ringassay --page data`); `--wrong` shows what was not right, `store "
            "export` everything"
        )
    data = load(store, [run])
    second = set(data.suts.loc[data.suts["twin_of"].notna(), "sut"])
    systems = [str(sut) for sut in data.suts["sut"] if sut not in second]
    reader = RunReader(store, run)
    stored = {one.position: one for one in reader.circuits()}
    first = suite.circuit_count() - len(suite.own)
    found = []
    for number_, given in enumerate(suite.own):
        circuit = stored.get(first + number_)
        if circuit is None:
            continue  # the run was stopped before
        cases = data.evaluations[data.evaluations["circuit"] == circuit.circuit]
        entries = given.answer_entries or (circuit.batch // (given.pack or 1),) * circuit.outputs
        inputs = circuit.inputs
        if most is not None:
            inputs = min(inputs, -(-most // (given.pack or 1)))
        texts = [reader.expected(circuit.circuit, index) for index in range(inputs)]
        reading = _Reading(given, circuit.space, tuple(entries), texts, circuit.inputs)
        found.append(reading.answers(cases, systems, most))
    return found


@dataclass(frozen=True)
class _Reading:
    """Reads the answers to one circuit out of the rows of a run."""

    given: Own
    space: str
    entries: tuple[int, ...]
    expected: Sequence[str]
    """What the baseline answers to each input of the circuit that is read."""
    every: int
    """Inputs of the circuit."""

    @property
    def inputs(self) -> int:
        return len(self.expected)

    @property
    def pack(self) -> int:
        return self.given.pack or 1

    def answers(self, cases: Any, systems: Sequence[str], most: int | None) -> Answers:
        # Of several rounds the first: the others are the same inputs once more.
        ordered = cases.sort_values("repetition").drop_duplicates(["sut", "input"])
        by_place = {(row["sut"], row["input"]): row for row in ordered.to_dict("records")}
        expected = np.concatenate([self._rows(text) for text in self.expected])
        whole = self._places()
        taken = whole[whole < self.inputs * self.pack][:most]
        return Answers(
            self.given.name,
            self.space,
            self.entries,
            self.pack,
            expected[taken],
            {sut: self._system(sut, by_place, taken) for sut in systems},
            len(whole),
        )

    def _places(self) -> NDArray[np.int64]:
        """The places of rows; what fills the last ciphertext of those that are given is none."""
        given, whole = self.given.row_count, self.given.given_count * self.pack
        return np.concatenate([np.arange(given), np.arange(whole, self.every * self.pack)])

    def _system(
        self, sut: str, by_place: dict[tuple[Any, Any], Any], taken: NDArray[np.int64]
    ) -> SystemAnswers:
        shape = (self.inputs * self.pack, sum(self.entries))
        answer = np.zeros(shape, DTYPES[self.space])
        error = np.full(shape, np.nan)
        known = np.zeros(shape[0], bool)
        outcome = [UNTRIED] * shape[0]
        wall_ns = np.full((shape[0], len(CASE_STEPS)), np.nan)
        for index in range(self.inputs):
            row = by_place.get((sut, index))
            if row is None:
                continue
            place = slice(index * self.pack, (index + 1) * self.pack)
            outcome[place] = [str(row["outcome"])] * self.pack
            steps = [row[f"{step}_wall_ns"] for step in CASE_STEPS]
            wall_ns[place] = [np.nan if _is_missing(ns) else float(ns) for ns in steps]
            if _is_missing(row["got"]):
                continue
            try:
                answer[place] = self._rows(str(row["got"]))
                error[place] = self._errors(str(row["expected"]), str(row["got"]))
                known[place] = True
            except (ValueError, OverflowError, IndexError):
                continue  # not an answer to this circuit: its outcome says so
        return SystemAnswers(
            answer[taken], error[taken], known[taken], [outcome[at] for at in taken], wall_ns[taken]
        )

    def _rows(self, text: str) -> NDArray[Any]:
        """An output as rows of the entries that mean something. Raises `ValueError`."""
        if self.space in ("real", "complex"):
            vectors: Sequence[Sequence[Any]] = output_values(text.encode(), self.space)
        else:
            split = split_output(text.encode(), bits=self.space == "gf2")
            vectors = [[number(entry, self.space) for entry in one] for one in split]
        return self._meant(np.array(vectors, DTYPES[self.space]))

    def _errors(self, expected: str, got: str) -> NDArray[Any]:
        if self.space in ("real", "complex"):
            found = differences(expected, got, is_complex=self.space == "complex")
            return self._meant(np.array(found, np.float64))
        difference = self._rows(expected).astype(object) - self._rows(got).astype(object)
        errors: NDArray[Any] = np.abs(difference).astype(np.float64)
        return errors

    def _meant(self, vectors: NDArray[Any]) -> NDArray[Any]:
        if len(vectors) != len(self.entries):
            raise ValueError("another number of outputs")
        parts = [
            vector.reshape(-1, self.pack).T[:, :count]
            for vector, count in zip(vectors, self.entries, strict=True)
        ]
        meant: NDArray[Any] = np.concatenate(parts, axis=1)
        return meant


def _is_missing(value: Any) -> bool:
    import pandas as pd  # noqa: PLC0415

    return bool(pd.isna(value))
