"""The SEAL adapter on the real library, against evaluation by definition."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from slot_circuits import GF2_GATES, ZT_GATES, MiniCircuit, random_circuit

from ringassay.sut import security
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.memfile import MemoryFile
from ringassay.sut.seal.backend import SealServer
from ringassay.sut.seal.client import SealClient
from ringassay.sut.seal.keys import galois_element
from ringassay.sut.seal.library import SEAL
from ringassay.sut.slots.bfv import GF2_MODULUS, choose
from ringassay.sut.texts import KeyParameters

T = 65537


class Pair:
    """Client and server in one process; packets pass as they would between two."""

    def __init__(self, params: KeyParameters) -> None:
        self.client, self.server = SealClient(), SealServer()
        self.params = params
        self.server.load_key(list(self.client.keygen(params)))

    def run(self, circuit: MiniCircuit, inputs: list[list[int]]) -> list[int]:
        self.server.ingest(circuit)
        self.result = self.server.evaluate(list(self.client.encrypt(inputs)))
        (output,) = self.client.decrypt(self.result)
        return list(output)

    @property
    def plan(self) -> Any:
        assert self.server._prepared is not None
        return self.server._prepared.program

    def check_noise(self) -> None:
        """The model must not promise more than there is."""
        found = re.search(r"operations; (-?\d+) bits of noise budget left", self.plan.notes[-1])
        if found is None:  # a known vector was encrypted
            assert self.plan.ops[0][0] == "encrypt"
            return
        predicted = int(found[1]) + SEAL.margin_bits
        assert self.client.noise_budget(self.result[1]) >= predicted - 1.5


SHAPES = ((8, None), (42, None), (8, T), (42, T))
GATES = [(shape, name) for shape in SHAPES for name in (ZT_GATES if shape[1] else GF2_GATES)]


@pytest.fixture(scope="module", params=SHAPES, ids=str)
def pair(request: pytest.FixtureRequest) -> Pair:
    batch, modulus = request.param
    return Pair(KeyParameters(80, batch, 3.0, modulus))


@pytest.mark.parametrize(("pair", "name"), GATES, indirect=["pair"], ids=str)
def test_every_gate(pair: Pair, name: str) -> None:
    batch, modulus = pair.params.batch, pair.params.modulus
    rng = random.Random(name)
    circuit = MiniCircuit(batch, 2, modulus)
    operands = (0, 1) if name in ("LADD", "LSUB", "LMUL", "LSELECT") else (0,)
    constant: Any = None
    if name == "LROTATE":
        constant = batch // 3
    elif name == "LSELECT":
        constant = [rng.randrange(2) for _ in range(batch)]
    elif name.endswith("const"):
        constant = [rng.randrange(modulus or 2) for _ in range(batch)]
    circuit.gate(name, *operands, constant=constant)
    inputs = circuit.random_inputs(rng)
    assert pair.run(circuit, inputs) == circuit.evaluate(inputs)
    pair.check_noise()


@pytest.mark.parametrize("seed", range(6))
def test_random_circuits(pair: Pair, seed: int) -> None:
    rng = random.Random(seed)
    names = GF2_GATES if pair.params.modulus is None else ZT_GATES
    refused = 0
    while True:
        circuit = random_circuit(
            rng, batch=pair.params.batch, modulus=pair.params.modulus, gates=9, names=names
        )
        inputs = circuit.random_inputs(rng)
        try:
            got = pair.run(circuit, inputs)
        except Refused as error:  # these circuits are of any depth
            assert "too deep" in str(error)
            refused += 1
            assert refused < 20
            continue
        assert got == circuit.evaluate(inputs)
        pair.check_noise()
        return


def test_each_rotation_by_a_key_switch() -> None:
    for batch in (8, 6):
        pair = Pair(KeyParameters(128, batch, 1.0, T))
        inputs = [list(range(batch))]
        for amount in range(batch):
            circuit = MiniCircuit(batch, 1, T)
            circuit.gate("LROTATE", 0, constant=amount)
            assert pair.run(circuit, inputs) == circuit.evaluate(inputs)


@pytest.mark.parametrize("batch", [3000, 5000])
def test_windows_are_rebuilt_on_the_library(batch: int) -> None:
    """Two copies in 8192 slots last for a few rotations, a single one for none."""
    pair = Pair(KeyParameters(128, batch, 4.0, T))
    rng = random.Random(1)
    circuit = MiniCircuit(batch, 2, T)
    x, y = 0, 1
    for _ in range(5):
        turned = circuit.gate("LROTATE", x, constant=rng.randrange(batch // 3, batch // 2))
        x, y = circuit.gate("LADD", turned, y), x
    inputs = circuit.random_inputs(rng)
    assert pair.run(circuit, inputs) == circuit.evaluate(inputs)
    if batch == 5000:
        assert any("cut out and replicated" in note for note in pair.plan.notes)
    pair.check_noise()


def test_reductions_on_the_library() -> None:
    """Alternating sums and products whose integers outgrow 65537 in the fifth level."""
    pair = Pair(KeyParameters(128, 4, 7.0))
    circuit = MiniCircuit(4, 2)
    x, y = 0, 1
    for _ in range(5):
        s = circuit.gate("LADD", x, y)
        r = circuit.gate("LROTATE", s, constant=1)
        x, y = circuit.gate("LMUL", s, r), circuit.gate("LADD", r, x)
    circuit.gate("LADD", x, y)
    rng = random.Random(3)
    for _ in range(3):
        inputs = circuit.random_inputs(rng)
        assert pair.run(circuit, inputs) == circuit.evaluate(inputs)
    assert any(name == "square" for name, _ in pair.plan.ops)
    assert any("squarings reduce" in note for note in pair.plan.notes)
    pair.check_noise()


def test_sums_that_cancel() -> None:
    """(a + b) - a - b is zero, which SEAL refuses to compute from ciphertexts unasked."""
    pair = Pair(KeyParameters(128, 4, 1.0, T))
    circuit = MiniCircuit(4, 2, T)
    total = circuit.gate("LADD", 0, 1)
    circuit.gate("LSUB", circuit.gate("LSUB", total, 0), 1)
    assert pair.run(circuit, [[1, 2, 3, 4], [5, 6, 7, 8]]) == [0, 0, 0, 0]


def test_an_output_without_inputs_is_encrypted() -> None:
    pair = Pair(KeyParameters(128, 4, 1.0))
    circuit = MiniCircuit(4, 1)
    circuit.gate("LADDconst", circuit.gate("LMULconst", 0, constant=[0] * 4), constant=[1, 0, 1, 1])
    assert pair.run(circuit, [[1, 1, 1, 1]]) == [1, 0, 1, 1]


def test_too_deep_for_the_key_is_refused_and_nothing_else_is_lost() -> None:
    pair = Pair(KeyParameters(128, 4, 1.0, T))
    deep = MiniCircuit(4, 1, T)
    x = 0
    for _ in range(8):
        x = deep.gate("LMUL", x, x)
    with pytest.raises(Refused, match=r"needs \d+ bits of noise budget, the key has \d+"):
        pair.server.ingest(deep)
    shallow = MiniCircuit(4, 1, T)
    shallow.gate("LMUL", 0, 0)
    assert pair.run(shallow, [[1, 2, 3, 256]]) == [1, 4, 9, 65536]


@pytest.mark.parametrize("level", [80, 128, 192, 256])
@pytest.mark.parametrize("depth", [0.0, 1.0, 2.0, 4.0, 8.0])
def test_parameters_stay_within_the_table_and_seal_accepts_them(level: int, depth: float) -> None:
    try:
        chosen = choose(KeyParameters(level, 64, depth), SEAL)
    except Refused:
        assert (level, depth) == (256, 8.0)
        return
    bits = sum(chosen.prime_bits)
    assert bits <= security.max_log2_qp(chosen.n, level)
    assert security.level_of(chosen.n, bits) >= level
    assert chosen.modulus == GF2_MODULUS


def test_what_is_reported_is_what_is_used() -> None:
    client = SealClient()
    client.keygen(KeyParameters(80, 6, 2.0))
    reported = client.parameters
    assert reported["m"] == 2 * reported["n"] and reported["t"] == GF2_MODULUS
    assert reported["security_bits"] >= 80
    assert reported["security_checked_by_library"] == "no: its table begins at 128 bits"
    assert abs(sum(reported["q_bits"] + reported["p_bits"]) - reported["log2_qp"]) < 0.1
    assert reported["log2_q"] < reported["log2_qp"] <= security.max_log2_qp(reported["n"], 80)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        (KeyParameters(300, 6, 2.0), "at most 256"),
        (KeyParameters(128, 20000, 2.0), "at most 16384 slots"),
        (KeyParameters(128, 6, 2.0, 65536), "a prime that is 1 mod"),
        (KeyParameters(128, 6, 2.0, 257), "a prime that is 1 mod"),
        (KeyParameters(128, 6, 2.0, 16384 * 5 + 1), "a prime that is 1 mod"),
        (KeyParameters(128, 6, 2.0, (1 << 61) - 1), "at most 60 bits"),
        (KeyParameters(128, 6, 90.0), "depths up to about"),
    ],
)
def test_parameters_that_do_not_exist(params: KeyParameters, message: str) -> None:
    with pytest.raises(Refused, match=message):
        choose(params, SEAL)


def test_galois_elements_are_powers_of_three() -> None:
    for n in SEAL.dimensions:
        assert galois_element(0, n) == 1
        assert galois_element(-1, n) == 3
        assert galois_element(1, n) * 3 % (2 * n) == 1


def test_foreign_bytes_fail_and_the_session_goes_on() -> None:
    pair = Pair(KeyParameters(128, 4, 1.0, T))
    circuit = MiniCircuit(4, 1, T)
    circuit.gate("LNEG", 0)
    good = pair.client.encrypt([[1, 2, 3, 4]])
    pair.server.ingest(circuit)
    for bad in ([b""], [b"\0" * 100], [good[0][:-1]], [good[0][:50]]):
        with pytest.raises((RuntimeError, ValueError)):
            pair.server.evaluate(list(bad))
    with pytest.raises(Failed, match="1 ciphertexts expected, got 2"):
        pair.server.evaluate([good[0], good[0]])
    with pytest.raises(Failed):
        pair.client.decrypt([good[0]])
    assert pair.run(circuit, [[1, 2, 3, 4]]) == [65536, 65535, 65534, 65533]
    for key in ([], [b"{}", *[b""] * 4], [b"{}", *[b""] * 5]):
        with pytest.raises((Failed, RuntimeError)):
            pair.server.load_key(list(key))
    with pytest.raises(Failed, match="no key loaded"):
        pair.server.ingest(circuit)


def test_memory_files_leave_nothing_behind() -> None:
    before = sum(1 for _ in Path("/proc/self/fd").iterdir())
    memory = MemoryFile()

    class Bytes:
        data = b"x" * 100_000

        def save(self, path: str) -> None:
            Path(path).write_bytes(self.data)

        def load(self, path: str) -> None:
            self.data = Path(path).read_bytes()

    item = Bytes()
    saved = memory.save(item)
    assert saved == b"x" * 100_000
    assert memory.load(item, b"short").data == b"short"
    assert memory.save(item) == b"short"
    memory.close()
    assert sum(1 for _ in Path("/proc/self/fd").iterdir()) == before
