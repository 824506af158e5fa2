"""An oracle and a SUT of a few lines, independent of the compiled module.

Circuits are read and evaluated as docs/formats.md defines them, gate by gate, slot by slot.
`NaiveCircuit` also generates circuits, in the simplest way that has every gate. `NaiveSession`
is a SUT inside the test's process which can be told to fail at a given step of a given case.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ringassay.evaluation.ports import Ports, StartFailure

SUITE = """
version = 1
name = "small"
seed = 7
security = 80
repetitions = 2
suts = ["naive"]

[[family]]
name = "bits"
kind = "mixed"
batch = 5
depth = 2
width = 3
circuits = 2
inputs = 2

[[family]]
name = "integers"
kind = "mixed"
space = "zt"
modulus = 17
batch = 4
depth = 2
width = 3
circuits = 1
inputs = 2
"""
CASES = 3 * 2 * 2

GATE = re.compile(r"G(\d+):(\w+)\((.*)\)$")
DEPTH = {"LADD": 10, "LMUL": 100, "LMULconst": 50, "LSELECT": 60, "LROTATE": 50, "LSUB": 10}


def evaluate(circuit: bytes, text: bytes) -> bytes:
    header, *lines = circuit.decode().split("\n")
    fields = dict(part.split("=") for part in header.split(","))
    modulus = int(fields["T"]) if "T" in fields else None
    vectors = read_input(text.decode(), modulus)
    assert len(vectors) == int(fields["W"])
    nodes = {f"W{index}": vector for index, vector in enumerate(vectors)}
    t = modulus or 2
    last = ""
    for line in lines:
        label, name, inside = GATE.match(line).groups()
        args = re.findall(r"[WG]\d+|\[[\d,]*\]|\d+", inside)
        a = nodes[args[0]]
        if name in {"LADD", "LSUB", "LMUL"}:
            b = nodes[args[1]]
            do = {"LADD": int.__add__, "LSUB": int.__sub__, "LMUL": int.__mul__}[name]
            out = [do(x, y) % t for x, y in zip(a, b, strict=True)]
        elif name == "LADDconst":
            out = [(x + y) % t for x, y in zip(a, read_vector(args[1], modulus), strict=True)]
        elif name == "LMULconst":
            out = [(x * y) % t for x, y in zip(a, read_vector(args[1], modulus), strict=True)]
        elif name == "LSELECT":
            pick = read_vector(args[2], modulus)
            out = [x if c else y for x, y, c in zip(a, nodes[args[1]], pick, strict=True)]
        elif name == "LROTATE":
            out = [a[(slot - int(args[1])) % len(a)] for slot in range(len(a))]
        else:
            assert name == "LNEG"
            out = [-x % t for x in a]
        last = f"G{label}"
        nodes[last] = out
    return write_vector(nodes[last], modulus)


def read_vector(text: str, modulus: int | None) -> list[int]:
    if modulus is None:
        return [int(bit) for bit in text.strip("[]")]
    return json.loads(text)


def read_input(text: str, modulus: int | None) -> list[list[int]]:
    if modulus is not None:
        return json.loads(text)
    return [[int(bit) for bit in vector] for vector in text.strip("[]").split(",")]


def write_vector(vector: list[int], modulus: int | None) -> bytes:
    if modulus is None:
        return "".join(map(str, vector)).encode()
    return json.dumps(vector, separators=(",", ":")).encode()


class NaiveEvaluator:
    def __init__(self, text: bytes) -> None:
        self._text = text

    def evaluate(self, text: bytes) -> bytes:
        return evaluate(self._text, text)

    def time_ns(self, text: bytes, samples: int) -> list[int]:
        return [len(text) * 10 + sample for sample in range(samples)]


@dataclass(frozen=True)
class NaiveCircuit:
    text: bytes

    @staticmethod
    def parse(data: bytes) -> NaiveCircuit:
        return NaiveCircuit(data)

    @staticmethod
    def generate(config: Mapping[str, Any]) -> NaiveCircuit:
        rng = random.Random(config["seed"])
        width, batch = config["width"], config["batch"]
        modulus = config.get("modulus")
        gates = [config["gate"]] if config["kind"] == "single" else ["LADD", "LMUL", *list(DEPTH)]
        if modulus is None:
            gates = [gate for gate in gates if gate != "LSUB"]
        t = modulus or 2
        constant = lambda top: write_vector(  # noqa: E731
            [rng.randrange(top) for _ in range(batch)], modulus
        ).decode()
        bracket = (lambda text: text) if modulus else (lambda text: f"[{text}]")
        depths = {f"W{wire}": 0 for wire in range(width)}
        lines = []
        for number in range(width, width + 2 * width):
            names = list(depths)
            name = rng.choice(gates)
            one, two = rng.choice(names), rng.choice(names)
            args = {
                "LADDconst": [one, bracket(constant(t))],
                "LMULconst": [one, bracket(constant(t))],
                "LSELECT": [one, two, bracket(constant(2))],
                "LROTATE": [one, str(rng.randrange(batch))],
            }.get(name, [one, two])
            used = [arg for arg in args if arg in depths]
            depths[f"G{number}"] = max(depths[arg] for arg in used) + DEPTH.get(name, 0)
            lines.append(f"G{number}:{name}({','.join(args)})")
        depth = list(depths.values())[-1] / 100
        header = f"W={width},D={depth},L={batch}" + (f",T={modulus}" if modulus else "")
        return NaiveCircuit("\n".join([header, *lines]).encode())

    def to_bytes(self) -> bytes:
        return self.text

    def _fields(self) -> dict[str, str]:
        return dict(part.split("=") for part in self.text.decode().split("\n")[0].split(","))

    def summary(self) -> dict[str, Any]:
        fields = self._fields()
        lines = self.text.decode().split("\n")[1:]
        return {
            "dialect": "simd",
            "space": "zt" if "T" in fields else "gf2",
            "modulus": int(fields["T"]) if "T" in fields else None,
            "wires": int(fields["W"]),
            "batch": int(fields["L"]),
            "depth": fields["D"],
            "levels": 2,
            "gates": len(lines),
            "outputs": 1,
            "bound": None,
            "magnitudes": None,
            "counts": dict(Counter(GATE.match(line).group(2) for line in lines)),
            "multiplicative_depth": 1,
        }

    def random_input(self, seed: int, ones: int = 512) -> bytes:
        fields = self._fields()
        rng = random.Random(seed)
        batch, modulus = int(fields["L"]), int(fields["T"]) if "T" in fields else None
        vectors = []
        for _ in range(int(fields["W"])):
            if modulus:
                vectors.append([rng.randrange(modulus) for _ in range(batch)])
            else:
                vectors.append([int(rng.randrange(1024) < ones) for _ in range(batch)])
        inside = ",".join(write_vector(vector, modulus).decode() for vector in vectors)
        return f"[{inside}]".encode()

    def key_parameters(self, security: int, levels: int | None = None) -> bytes:
        fields = self._fields()
        depth = levels if levels is not None else fields["D"]
        modulus = f",T={fields['T']}" if "T" in fields else ""
        return f"L={fields['L']},D={depth},K={security}{modulus}".encode()

    def evaluator(self) -> NaiveEvaluator:
        return NaiveEvaluator(self.text)


ISOLATION = {
    role: {"files": {"state": "in-force"}, "network": {"state": "refused", "why": "EPERM"}}
    for role in ("client", "server")
}


@dataclass(frozen=True)
class NaiveStep:
    outcome: str = "ok"
    detail: dict[str, Any] = field(default_factory=dict)
    wall_ns: int = 100
    send_ns: int = 10
    wait_ns: int = 80
    receive_ns: int = 10
    client_cpu_ns: int = 70
    server_cpu_ns: int = 60
    client_peak_bytes: int = 1 << 20
    server_peak_bytes: int = 1 << 21
    sent_bytes: int = 11
    received_bytes: int = 12
    payload_bytes: int = 5
    key_send_ns: int = 0
    report: Mapping[str, Any] | None = None
    output: bytes | None = None


HELLO = {
    role: {
        "protocol": 2,
        "role": role,
        "name": "naive",
        "version": "1",
        "library": "none",
        "library_version": "0",
        "scheme": "clear",
        "spaces": ["gf2", "zt"],
        "limits": {},
    }
    for role in ("client", "server")
}

Fault = Callable[[str, "NaiveSession"], NaiveStep | None]
"""Called before each step with its name; a step it returns happens instead."""


class NaiveSession:
    """A SUT that works in the clear, in this process."""

    start_ns = 5

    def __init__(self, lab: NaiveLab, sut: str = "naive") -> None:
        self.lab = lab
        self.sut = sut
        self.hello: Mapping[str, Mapping[str, Any]] = lab.hello
        self.isolation: Mapping[str, Mapping[str, Mapping[str, str]]] = lab.isolation
        self.usable = True
        self.closed = self.held = False
        self.params = self.circuit = self.input = self.got = b""

    def _take(self, name: str, step: Callable[[], NaiveStep]) -> NaiveStep:
        assert self.usable and not self.closed, f"{name} on a session that is not usable"
        assert not self.held, f"{name} on a session that is held still"
        self.lab.calls.append(name)
        broken = self.lab.fault(name, self)
        if broken is None:
            return step()
        self.usable = broken.outcome in {"ok", "refused"}
        return broken

    def keygen(self, params: bytes) -> NaiveStep:
        self.params = params
        said = {"parameters": {"n": 4096, "log2_q": 109.5, "t": 2, "secret": "ternary"}}
        return self._take("keygen", lambda: NaiveStep(report=said, payload_bytes=999))

    def ingest(self, circuit: bytes) -> NaiveStep:
        assert self.params
        self.circuit = circuit
        return self._take("ingest", lambda: NaiveStep(report={"notes": ["clear"]}))

    def encrypt(self, text: bytes) -> NaiveStep:
        self.input = text
        return self._take("encrypt", lambda: NaiveStep(report={"compute_ns": 42}))

    def evaluate(self) -> NaiveStep:
        def work() -> NaiveStep:
            self.got = evaluate(self.circuit, self.input)
            return NaiveStep()

        return self._take("evaluate", work)

    def decrypt(self) -> NaiveStep:
        return self._take("decrypt", lambda: NaiveStep(output=self.got))

    def hold(self) -> bool:
        assert not self.held
        self.held = True
        return self.usable

    def release(self) -> int | None:
        assert self.held
        self.held = False
        return 0 if self.usable else None

    def resident_bytes(self) -> int:
        return self.lab.resident_bytes

    def close(self) -> None:
        assert not self.closed
        self.closed = True
        self.lab.open_sessions -= 1


@dataclass
class NaiveLab:
    """Starts `NaiveSession`s and counts what happens."""

    fault: Fault = lambda _name, _session: None
    hello: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: HELLO)
    isolation: Mapping[str, Mapping[str, Mapping[str, str]]] = field(
        default_factory=lambda: ISOLATION
    )
    start_failures: int = 0
    """Starts that fail before one succeeds; -1 for all."""
    calls: list[str] = field(default_factory=list)
    starts: int = 0
    open_sessions: int = 0
    resident_bytes: int = 1 << 20
    """What each session holds."""

    def open(self, command: Any, _bounds: Any, _interrupted: Any) -> NaiveSession:
        self.starts += 1
        if self.start_failures:
            self.start_failures -= 1
            raise StartFailure(
                NaiveStep(outcome="start-failed", detail={"message": "no such file"})
            )
        self.open_sessions += 1
        return NaiveSession(self, command.name)

    def ports(self) -> Ports:
        return Ports(NaiveCircuit, self.open)
