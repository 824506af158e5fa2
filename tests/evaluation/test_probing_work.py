"""Who computes: circuits that grow, and what is made of the time that they take."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from ringassay.circuit import Circuit
from ringassay.evaluation.probing.larger import UnsuitableError, larger
from ringassay.evaluation.probing.questions import Question, Questions
from ringassay.evaluation.probing.witness import Impossible
from ringassay.evaluation.probing.work import PRODUCTS, work

SEED = {"kind": "mixed", "batch": 4, "depth": "2", "width": 3, "seed": 1}
SPACES = {
    "gf2": {**SEED, "space": "gf2"},
    "zt": {**SEED, "space": "zt", "modulus": 257},
    "real": {**SEED, "space": "real", "bound": 2},
    "complex": {**SEED, "space": "complex", "bound": 2},
    "fan-in": {"kind": "fan-in", "family": 3, "width": 4, "levels": 2, "seed": 1},
    "sums": {"kind": "single", "gate": "LADD", "batch": 4, "levels": 2, "width": 3, "seed": 1,
             "space": "zt", "modulus": 257},
}  # fmt: skip


def stored(circuit: Circuit, name: str):
    summary = circuit.summary()
    return SimpleNamespace(
        kind="fan-in" if name == "fan-in" else "mixed",
        space=summary["space"],
        gate_names=() if name == "sums" else ("LMUL",),
        own_params=circuit.key_parameters(
            80, precision=20 if name in ("real", "complex") else None
        ).decode(),
    )


def grown(name: str, products: int, gates: frozenset[str] | None = None) -> Circuit:
    circuit = Circuit.generate(SPACES[name])
    return Circuit.parse(larger(circuit.to_bytes(), stored(circuit, name), products, gates))


@pytest.mark.parametrize("name", SPACES)
def test_larger_circuits_have_the_same_inputs_and_little_depth(name):
    given = Circuit.generate(SPACES[name])
    for products in (2, 16, 256):
        found = grown(name, products)
        assert found.random_input(1).count(b",") == given.random_input(1).count(b",")
        counts = found.facts()
        assert len(found.output_nodes()) == 1
        rows = found.instructions()
        assert len({str(row[1:]) for row in rows}) == len(rows), "two gates alike"
        kinds = [row[1] for row in rows]
        wanted = {"sums": "LADD", "real": "LMULconst", "complex": "LMULconst"}.get(name, "LMUL")
        assert kinds.count(wanted) == products, counts


@pytest.mark.parametrize(("name", "modulus"), [("gf2", 2), ("zt", 257)])
def test_what_they_compute(name, modulus):
    """Against the sums and products written out, by regular expressions on the text."""
    found = grown(name, 16)
    draw = random.Random(4)
    wires = [[draw.randrange(modulus) for _ in range(4)] for _ in range(3)]
    values = {f"W{i}": wire for i, wire in enumerate(wires)}
    last = ""
    for last, gate, one, other in re.findall(
        r"(G\d+):(LADD|LMUL)\((\w+),(\w+)\)", found.to_bytes().decode()
    ):
        pairs = zip(values[one], values[other], strict=True)
        values[last] = [(a * b if gate == "LMUL" else a + b) % modulus for a, b in pairs]
    if modulus == 2:
        text = "[" + ",".join("".join(map(str, wire)) for wire in wires) + "]"
        expected = "".join(map(str, values[last]))
    else:
        text = str(wires).replace(" ", "")
        expected = str(values[last]).replace(" ", "")
    assert found.evaluator().evaluate(text.encode()).decode() == expected


def test_real_ones_stay_within_the_inputs_range():
    assert max(grown("real", 4096).summary()["magnitudes"]) <= 2.0


def test_where_there_is_none_it_is_said():
    with pytest.raises(UnsuitableError, match="LMUL"):
        grown("gf2", 2, frozenset({"LADD"}))
    wide = Circuit.generate({**SPACES["real"], "batch": 4096})
    with pytest.raises(UnsuitableError, match="constants"):
        larger(wide.to_bytes(), stored(wide, "real"), 4096, None)


@dataclass
class Machine:
    """A pair of programs by what its steps cost, in ns for a circuit with so many products."""

    server: float = 0.0
    client: float = 0.0
    encrypting: float = 0.0
    noise_ns: int = 10_000
    is_right: bool = True
    most: int = 10**9
    draw: random.Random = field(default_factory=lambda: random.Random(5))
    evaluated_s: float = 0.0
    circuit: bytes = b""
    tried: list[int] = field(default_factory=list)

    def gates(self) -> None:
        return None

    def take(self, circuit: bytes) -> None:
        self.circuit = circuit
        products = circuit.count(b"LMUL")
        if products > self.most:
            raise Impossible("ingest: refused")
        self.tried.append(products)

    turn_back = take

    def steps(self, text: bytes):
        answer = Circuit.parse(self.circuit).evaluator().evaluate(text)
        wrong = bytes(answer).translate(bytes.maketrans(b"01", b"10"))
        products = self.circuit.count(b"LMUL")
        costs = [
            int(1_000_000 + each * products + self.draw.randrange(self.noise_ns))
            for each in (self.encrypting, self.server, self.client)
        ]
        encrypt, evaluate, decrypt = (
            SimpleNamespace(
                client_cpu_ns=ns, server_cpu_ns=ns, wall_ns=ns,
                output=answer if self.is_right else wrong,
            )
            for ns in costs
        )  # fmt: skip
        return encrypt, evaluate, decrypt


def probed(machine: Machine, name: str = "gf2") -> dict[str, str]:
    circuit = Circuit.generate(SPACES[name])
    questions = tuple(Question(circuit.random_input(n), b"", 1.0) for n in range(3))
    asked = Questions(stored(circuit, name), circuit.to_bytes(), questions)
    found = work(machine, asked, Circuit)  # type: ignore[arg-type]
    assert machine.circuit == asked.text and machine.evaluated_s == 0.0
    return {one.probe: one.result for one in found}


@pytest.mark.parametrize(
    "machine",
    [
        Machine(server=5e6),
        Machine(server=3e5, noise_ns=500_000),
        Machine(server=100.0),
        Machine(server=1e6, client=1e5),
        Machine(server=5e6, is_right=False),
    ],
    ids=["slow", "noisy", "fast", "a client with a share", "wrong"],
)
def test_servers_that_work_pass(machine):
    assert probed(machine) == {"server-work": "passed", "client-work": "passed"}


@pytest.mark.parametrize(
    "machine",
    [
        Machine(client=500.0),
        Machine(client=20.0),
        Machine(encrypting=200.0),
        Machine(client=200.0, server=100.0),
        Machine(client=2e6, noise_ns=500_000),
    ],
    ids=["decrypts", "fast", "encrypts", "both", "noisy"],
)
def test_clients_that_compute_are_noticed(machine):
    assert probed(machine)["client-work"] == "failed"


@pytest.mark.parametrize(
    ("machine", "server"),
    [
        (Machine(), "failed"),
        (Machine(noise_ns=3_000_000), "failed"),
        (Machine(is_right=False), "open"),
        (Machine(client=500.0, is_right=False), "open"),
        (Machine(most=100), "open"),
    ],
    ids=["nobody", "noise", "wrong", "wrong client", "refused"],
)
def test_nobody_is_accused_of_less(machine, server):
    assert probed(machine) == {"server-work": server, "client-work": "open"}


def test_sums_that_take_no_time_show_nothing():
    assert probed(Machine(), "sums") == {"server-work": "open", "client-work": "open"}


def test_what_would_take_long_is_not_tried():
    slow = Machine(server=9e9)
    slow.noise_ns = 1
    assert probed(slow) == {"server-work": "open", "client-work": "open"}
    assert max(slow.tried) < PRODUCTS[0]
