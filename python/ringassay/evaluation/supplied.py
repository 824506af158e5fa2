"""What a user gives to a computation: inputs, and right answers, ciphertext by ciphertext."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.circuit import Circuit
from ringassay.evaluation.data import notation
from ringassay.evaluation.data.rows import packed, read_rows
from ringassay.evaluation.data.signature import DTYPES, Signature
from ringassay.evaluation.filling import filled
from ringassay.evaluation.given import INPUT_BYTES, FileRef, Own
from ringassay.evaluation.judgement import complexes_of, numbers_of
from ringassay.evaluation.outputs import vectors_of
from ringassay.evaluation.plan import derive_seed
from ringassay.evaluation.ports import CircuitLike
from ringassay.evaluation.suite import SuiteError
from ringassay.store.canonical import canonical_json


@dataclass(frozen=True)
class Supplied:
    """The given inputs and answers of a computation."""

    given: Own
    one: Circuit
    """The circuit that computes a row."""

    @cached_property
    def circuit(self) -> Circuit:
        """The circuit that is run: that of `pack` rows at once. Raises `SuiteError`."""
        pack = self.given.pack or 1
        try:
            return self.one.packed(pack)
        except ValueError as error:
            raise SuiteError(f"{self.given.origin}: {pack} rows in a ciphertext: {error}") from None

    @cached_property
    def takes(self) -> Signature:
        """What a row holds."""
        return Signature.of(self.one)

    @cached_property
    def answers(self) -> Signature:
        """What a row is answered with."""
        summary = self.one.summary()
        every = (int(summary["batch"]),) * int(summary["outputs"])
        return self.takes.answers(self.given.answer_entries or every)

    def input_text(self, index: int, seed: int, circuit: CircuitLike) -> bytes:
        """Input `index` of the circuit, in the writer's form; its open entries drawn, where they
        are to be filled. Raises `SuiteError`."""
        if self.given.has_rows:
            fan_in = self.one.summary()["dialect"] == "fan-in"
            rows = self.ciphertexts[index]
            return notation.input_text(rows, self.takes.space, fan_in=fan_in)
        file = self.given.inputs[index]
        text = file.read(INPUT_BYTES, SuiteError)
        if self.given.fill:
            drawn = circuit.random_input(derive_seed("fill", seed, index), self.given.ones)
            text = filled(text, drawn, file.path, bits=self.takes.space == "gf2")
        return notation.canonical(text, self.one, file.path)

    def names(self) -> Iterator[str]:
        """What each input is called in messages."""
        if not self.given.has_rows:
            yield from (file.path for file in self.given.inputs)
            return
        pack, path = self.given.pack or 1, self.given.inputs[0].path
        for first in range(0, self.given.row_count, pack):
            last = min(first + pack, self.given.row_count) - 1
            yield f"{path}, row {first}" if pack == 1 else f"{path}, rows {first} to {last}"

    def answer_text(self, index: int) -> bytes:
        """The user's own answer to input `index`, in the writer's form. Raises `SuiteError`."""
        if self.given.has_rows:
            return notation.output_text(self._packed_answers[index], self.takes.space)
        return written(self.given.expected[index].read(INPUT_BYTES, SuiteError), self.takes.modulus)

    @cached_property
    def ciphertexts(self) -> list[NDArray[Any]]:
        """The rows, put together."""
        return list(packed(self.rows, self.given.pack or 1))

    @property
    def rows(self) -> NDArray[Any]:
        """All rows that are given: row, vector, entry. Raises `SuiteError`."""
        columns = self.given.columns
        told = None if columns is None else tuple(columns.items())
        parts = []
        for file in self.given.inputs:
            if file.is_table:
                parts.append(_table(file, self.takes, told, self.given.rows))
            else:
                text = file.read(INPUT_BYTES, SuiteError)
                known = notation.canonical(text, self.one, file.path)
                parts.append(notation.input_values(known, self.takes.space)[np.newaxis])
        return np.concatenate(parts)

    @cached_property
    def _packed_answers(self) -> list[NDArray[Any]]:
        parts = []
        for file in self.given.expected:
            parts.append(self.answer_rows(file))
        found = np.concatenate(parts)
        if len(found) != self.given.row_count:
            raise SuiteError(
                f"{self.given.expected[0].path}: {len(found)} expected answers for "
                f"{self.given.row_count} inputs: one for each, in the same order"
            )
        return list(packed(found, self.given.pack or 1))

    def answer_rows(self, file: FileRef) -> NDArray[Any]:
        """The answers in a file: row, output, entry. Raises `SuiteError`."""
        if file.is_table:
            return _table(file, self.answers, None, self.given.rows)
        text = file.read(INPUT_BYTES, SuiteError)
        try:
            vectors = output_values(text, self.takes.space)
            found = np.array(vectors, DTYPES[self.takes.space])
            return found.reshape(1, len(self.answers.names), self.takes.batch)
        except ValueError:
            raise SuiteError(f"{file.path}: not an output: {self.answers}") from None


@lru_cache(maxsize=2)
def _table(
    file: FileRef,
    takes: Signature,
    columns: tuple[tuple[str, tuple[str, ...]], ...] | None,
    most: int | None,
) -> NDArray[Any]:
    """The rows of a table; kept, as a run asks for them one by one. Raises `SuiteError`."""
    file.digest(INPUT_BYTES, SuiteError)
    return read_rows(file.path, takes, None if columns is None else dict(columns), most)


def output_values(text: bytes, space: str) -> Sequence[Sequence[complex]]:
    """The nearest values of an output's vectors. Raises `ValueError`."""
    if space == "complex":
        return complexes_of(text)
    if space == "real":
        return numbers_of(text)
    found = vectors_of(text)
    if found is None:
        raise ValueError("not an output")
    return found


def written(answer: bytes, modulus: int | None) -> bytes:
    """An answer in the writer's form, whatever notation it was given in, if it is one."""
    vectors = vectors_of(answer)
    if vectors is None:
        return b"".join(answer.split())
    texts = (canonical_json(v) if modulus is not None else "".join(map(str, v)) for v in vectors)
    return ";".join(texts).encode("ascii")
