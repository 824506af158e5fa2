"""Inputs whose answers tell them apart, and what a right answer is worth as evidence.

An answer that does not come from the ciphertext may be right by chance. How likely that is follows
from the distribution of the circuit's answers over random inputs, which the plaintext evaluator
gives.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from ringassay.evaluation.judgement import Approximate, tolerance_of
from ringassay.evaluation.ports import CircuitLike, CircuitSource
from ringassay.store import RunWriter
from ringassay.store.records import StoredCircuit

SAMPLES = 64
"""Random inputs per circuit."""
ENOUGH_BITS = 6.0
"""Evidence at which a SUT has answered rightly often enough: chance does it once in 64 times."""
ACCUSING_BITS = 20.0
"""Evidence without which nobody is accused: chance gives it once in a million times."""
TRIALS = 48
"""Inputs tried at most for one probe."""
CIRCUITS = 5
"""Circuits of a key looked at, the cheapest first."""


@dataclass(frozen=True)
class Question:
    """An input, its right answer, and how many bits of evidence that answer is."""

    text: bytes
    answer: bytes
    bits: float


@dataclass(frozen=True)
class Questions:
    """A circuit and inputs for it, with answers that change from each to the next."""

    circuit: StoredCircuit
    text: bytes
    asked: tuple[Question, ...]

    @property
    def bits(self) -> float:
        """The evidence in all of them."""
        return sum(question.bits for question in self.asked)

    def pairs(self) -> Iterator[tuple[Question, Question]]:
        """Each with the one behind it, whose answer is another."""
        return zip(self.asked, self.asked[1:], strict=False)


def choose(
    circuits: Sequence[StoredCircuit], writer: RunWriter, source: CircuitSource
) -> Questions | None:
    """Questions of the cheapest circuit that has good ones; None if all answers are alike."""
    best: Questions | None = None
    order = sorted(circuits, key=lambda c: (c.gates, c.circuit_bytes, c.position))
    for stored in order[:CIRCUITS]:
        text = writer.text(stored.circuit)
        found = Questions(stored, text, tuple(ask(source.parse(text), stored)))
        if len(found.asked) >= 2 and (best is None or found.bits > best.bits):
            best = found
        if best is not None and best.bits >= ACCUSING_BITS:
            break
    return best


def ask(circuit: CircuitLike, stored: StoredCircuit) -> Iterable[Question]:
    """Questions about one circuit, its answers in turn; none if it has one answer only."""
    evaluator = circuit.evaluator()
    inputs = [circuit.random_input(seed) for seed in range(1, SAMPLES + 1)]
    answers = [evaluator.evaluate(text) for text in inputs]
    most = stored.batch * math.log2(stored.modulus or 2)
    tolerance = tolerance_of(circuit.summary(), stored.own_params)
    if tolerance is not None:
        answers = _apart([Approximate.of(answer, tolerance) for answer in answers])
        most = math.inf
    count = Counter(answers)
    if len(count) < 2:
        return
    waiting: dict[bytes, list[bytes]] = {answer: [] for answer in count}
    for text, answer in zip(inputs, answers, strict=True):
        waiting[answer].append(text)
    # The rarest first: they are worth most.
    order = cycle(sorted(waiting, key=lambda answer: (count[answer], answer)))
    for _ in range(TRIALS):
        answer = next(order)
        texts = waiting[answer]
        texts.append(texts.pop(0))
        yield Question(texts[-1], answer, min(most, -math.log2(count[answer] / SAMPLES)))


def _apart(answers: Sequence[Approximate]) -> list[bytes]:
    """Answers over reals, those that could be taken for each other made one."""
    first: dict[tuple[int, ...], Approximate] = {}
    return [first.setdefault(answer.key(), answer) for answer in answers]
