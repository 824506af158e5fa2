"""Who computes: the server's work has to grow with the circuit, and the client's must not.

Circuits of growing size with the same inputs and one output are evaluated under the key that is
probed. Of a homomorphic scheme the client decrypts one ciphertext of the same kind whatever was
computed; a client that is handed the circuit and computes it itself takes longer the larger it is.
CPU times are compared, which other programs on the machine hardly change.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ringassay.evaluation.judgement import Approximate, tolerance_of
from ringassay.evaluation.ports import CircuitSource
from ringassay.evaluation.probing.larger import UnsuitableError, has_products, larger
from ringassay.evaluation.probing.questions import Questions
from ringassay.evaluation.probing.verdict import Finding
from ringassay.evaluation.probing.witness import Impossible, Witness, right

SMALL = 2
"""Products of the small circuit."""
PRODUCTS = (16, 256, 4096, 65536)
"""Products of the large one, as many as it takes."""
CLEAR_NS = 50_000_000
"""Growth that one evaluation of each shows."""
LEAST_NS = 200_000
"""Growth that many evaluations of each show."""
SUSPECT_NS = 100_000
"""Growth of the client's work that is looked at."""
ROUNDS = 3
SURE_ROUNDS = 12
"""With so many of each, all of one kind above all of the other is chance once in 2.7 million."""
SHARE = 0.25
"""The client's growth, as a share of the server's, at most."""
ACCUSING_SHARE = 0.5
"""From here on the client is taken to compute."""
PATIENCE_S = 60.0
"""A circuit that would take longer, to judge by a smaller one, is not tried."""


@dataclass(frozen=True)
class Cost:
    """CPU nanoseconds of one evaluation, and whether its answer was right."""

    encrypt_ns: int
    evaluate_ns: int
    decrypt_ns: int
    is_right: bool
    wall_ns: int


@dataclass
class Trial:
    """A circuit, and what evaluating it has cost."""

    text: bytes
    inputs: Sequence[bytes]
    answers: Sequence[bytes]
    costs: list[Cost]

    def repeat(self, one: Witness, times: int) -> None:
        """Evaluates it so many times more, and once before, which is not counted: it may pay for
        the change of circuits. Raises `Impossible`."""
        one.take(self.text)
        for number in range(times + 1):
            at = (len(self.costs) + number) % len(self.inputs)
            encrypt, evaluate, decrypt = one.steps(self.inputs[at])
            cost = Cost(
                encrypt.client_cpu_ns,
                evaluate.server_cpu_ns,
                decrypt.client_cpu_ns,
                right(self.answers[at], decrypt.output),
                encrypt.wall_ns + evaluate.wall_ns + decrypt.wall_ns,
            )
            if number:
                self.costs.append(cost)

    def anew(self) -> Trial:
        """The same circuit, of which nothing is known."""
        return Trial(self.text, self.inputs, self.answers, [])

    @property
    def wall_s(self) -> float:
        """Seconds of the last evaluation."""
        return self.costs[-1].wall_ns / 1e9

    def figures(self, of: Callable[[Cost], int]) -> list[int]:
        """One figure of every evaluation."""
        return [of(cost) for cost in self.costs]


@dataclass(frozen=True)
class Growth:
    """From a small circuit to a large one: the difference of the medians in ns, and whether all
    figures of the one lie above all of the other."""

    small_ns: float
    large_ns: float
    is_apart: bool

    @classmethod
    def of(cls, small: Trial, large: Trial, of: Callable[[Cost], int]) -> Growth:
        """The growth of one figure."""
        low, high = small.figures(of), large.figures(of)
        return cls(statistics.median(low), statistics.median(high), min(high) > max(low))

    @property
    def ns(self) -> float:
        """How much."""
        return self.large_ns - self.small_ns

    def __str__(self) -> str:
        return f"from {self.small_ns / 1e6:.3g} to {self.large_ns / 1e6:.3g} ms"


_CLIENT: dict[str, Callable[[Cost], int]] = {
    "decrypt": lambda cost: cost.decrypt_ns,
    "encrypt": lambda cost: cost.encrypt_ns,
}


def work(one: Witness, asked: Questions, source: CircuitSource) -> list[Finding]:
    """The probes `server-work` and `client-work`; the witness has its circuit again afterwards."""
    longest_s = one.evaluated_s
    try:
        return _climbed(one, asked, source)
    except UnsuitableError as error:
        return _left_open(str(error))
    except Impossible as error:
        return _left_open(f"larger circuits are not evaluated: {error}")
    finally:
        one.evaluated_s = longest_s
        one.turn_back(asked.text)


def _left_open(why: str) -> list[Finding]:
    return [Finding("server-work", "open", why), Finding("client-work", "open", why)]


def _climbed(one: Witness, asked: Questions, source: CircuitSource) -> list[Finding]:
    gates = one.gates()
    small = _trial(asked, source, SMALL, gates)
    small.repeat(one, 1)
    all_right = True
    before, took_s = SMALL, small.wall_s
    for products in PRODUCTS:
        if took_s * products / before > PATIENCE_S:
            return _left_open("larger circuits take too long")
        large = _trial(asked, source, products, gates)
        large.repeat(one, 1)
        found = _judged(one, small, large)
        if found is not None:
            return found
        all_right = all_right and all(cost.is_right for cost in large.costs)
        before, took_s = products, large.wall_s
    if not all_right:
        return _left_open("answers to larger circuits are wrong")
    if not has_products(asked.circuit):
        return _left_open("sums alone take the server no time that could be seen")
    reason = (
        f"the server's work does not grow with the circuit, up to {PRODUCTS[-1]} products: where "
        "answers are computed is not seen"
    )
    return [Finding("server-work", "failed", reason), Finding("client-work", "open", reason)]


def _judged(one: Witness, small: Trial, large: Trial) -> list[Finding] | None:
    """The findings, None when circuits of this size tell nothing."""
    server, client = _growths(small, large)
    if _is_served(server, client, CLEAR_NS):
        return [Finding("server-work", "passed"), Finding("client-work", "passed")]
    few = small.anew(), large.anew()
    for trial in few:
        trial.repeat(one, ROUNDS)
    large.costs += few[1].costs
    server, client = _growths(*few)
    served = _is_served(server, client, LEAST_NS)
    if not served and not any(_is_suspect(server, growth) for growth in client.values()):
        return None
    many = small.anew(), large.anew()
    # In an order that is symmetrical: a machine that grows slower shows in neither.
    for trial in (many[0], many[1], many[1], many[0]):
        trial.repeat(one, SURE_ROUNDS // 2)
    large.costs += many[1].costs
    server, client = _growths(*many)
    if _is_served(server, client, LEAST_NS):
        return [Finding("server-work", "passed"), Finding("client-work", "passed")]
    for step, growth in client.items():
        if _is_suspect(server, growth) and all(cost.is_right for cost in many[1].costs):
            reason = (
                f"the client computes: to {step} takes it {growth} of CPU time as the circuit "
                f"grows, the server's evaluation {server}"
            )
            return [
                Finding("server-work", "open", reason),
                Finding("client-work", "failed", reason),
            ]
    return None


def _growths(small: Trial, large: Trial) -> tuple[Growth, dict[str, Growth]]:
    server = Growth.of(small, large, lambda cost: cost.evaluate_ns)
    return server, {step: Growth.of(small, large, of) for step, of in _CLIENT.items()}


def _is_served(server: Growth, client: dict[str, Growth], least_ns: int) -> bool:
    """Whether the server's work grows by so much, and that of the client by next to nothing."""
    most = max(growth.ns for growth in client.values())
    return server.is_apart and server.ns >= least_ns and most <= SHARE * server.ns


def _is_suspect(server: Growth, client: Growth) -> bool:
    return client.is_apart and client.ns > max(SUSPECT_NS, ACCUSING_SHARE * server.ns)


def _trial(
    asked: Questions, source: CircuitSource, products: int, gates: frozenset[str] | None
) -> Trial:
    """The circuit with so many products on the inputs of the questions."""
    text = larger(asked.text, asked.circuit, products, gates)
    circuit = source.parse(text)
    evaluator = circuit.evaluator()
    inputs = [question.text for question in asked.asked[:ROUNDS]]
    answers = [evaluator.evaluate(each) for each in inputs]
    tolerance = tolerance_of(circuit.summary(), asked.circuit.own_params)
    if tolerance is not None:
        answers = [Approximate.of(answer, tolerance) for answer in answers]
    return Trial(text, inputs, answers, [])
