"""The Python kit for slot programs, on slots in the clear, against evaluation by definition."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_backend import PlainBackend
from slot_circuits import MiniCircuit, random_circuit

from ringassay.sut.errors import Failed, Refused
from ringassay.sut.packets import Blob
from ringassay.sut.slots.backend import Backend
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.party import SlotClient, SlotServer
from ringassay.sut.slots.read import read_program
from ringassay.sut.slots.target import Noise, Target, key_steps
from ringassay.sut.texts import KeyParameters

WIDE = 786433  # prime, as are all moduli below


def target(batch: int, row: int, modulus: int, *, capacity: float = 1000.0) -> Target:
    """One unit of noise per product."""
    noise = Noise([capacity], 0.0, -50.0, ("sum", 1.0), 1.0)
    return Target(batch, row, modulus, key_steps(batch, row, rebuild=True), noise)


class ClearClient(SlotClient):
    """Rows in the clear."""

    def __init__(self, where: Target) -> None:
        super().__init__()
        self.backend = PlainBackend(where.modulus, where.row, where.steps)
        self.where = where

    def make_keys(self, params: KeyParameters) -> tuple[Target, Sequence[Blob]]:
        return self.where, [b"no secret"]

    def encrypt_row(self, row: Sequence[int]) -> bytes:
        return self.backend.save(self.backend.encode(row, 0))

    def decrypt_row(self, ciphertext: Blob) -> Sequence[int]:
        return self.backend.load(ciphertext, 0)


class ClearServer(SlotServer):
    """The same."""

    def __init__(self, where: Target) -> None:
        super().__init__()
        self.backend = PlainBackend(where.modulus, where.row, where.steps)

    def load_keys(self, keys: Sequence[Blob]) -> Backend[tuple[int, ...], tuple[int, ...]]:
        assert keys == [b"no secret"]
        return self.backend


def run(
    circuit: MiniCircuit, where: Target, inputs: list[list[int]]
) -> tuple[list[int], ClearServer]:
    """Keys, program, ciphertexts and result, as they pass between two programs."""
    client, server = ClearClient(where), ClearServer(where)
    key = client.keygen(KeyParameters(80, where.batch, 9.0, circuit.modulus))
    server.load_key(key)
    server.ingest_program(read_program(circuit.slot_program(bytes(key[0]))))
    (output,) = client.decrypt(server.evaluate(client.encrypt(inputs)))
    return output, server


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from([(1, 16), (4, 16), (16, 16), (3, 16), (5, 16), (7, 16), (9, 16), (15, 16)]),
    st.sampled_from([None, 17, WIDE]),
)
def test_circuits(seed: int, shape: tuple[int, int], modulus: int | None) -> None:
    batch, row = shape
    rng = random.Random(seed)
    circuit = random_circuit(rng, batch=batch, modulus=modulus, gates=rng.randrange(1, 30))
    inputs = circuit.random_inputs(rng)
    got, _ = run(circuit, target(batch, row, modulus or rng.choice([17, 257, 65537])), inputs)
    assert got == circuit.evaluate(inputs)


@pytest.mark.parametrize(("batch", "row"), [(5, 16), (5, 32), (9, 16), (11, 16), (15, 16)])
def test_rotations_for_ever(batch: int, row: int) -> None:
    """Where the batch does not divide the row, windows are used up and rebuilt."""
    rng = random.Random(batch * row)
    circuit = MiniCircuit(batch, 2, WIDE)
    x, y = 0, 1
    for _ in range(40):
        x = circuit.gate("LROTATE", x, constant=rng.randrange(batch))
        y = circuit.gate("LROTATE", y, constant=rng.randrange(batch))
        x, y = circuit.gate("LADD", x, y), x
    inputs = circuit.random_inputs(rng)
    got, server = run(circuit, target(batch, row, WIDE), inputs)
    assert got == circuit.evaluate(inputs)
    assert any("cut out and replicated" in note for note in server.take_notes())


def test_long_sums_of_bits_are_reduced_on_the_way() -> None:
    circuit = MiniCircuit(batch=2, wires=2)
    x, y = 0, 1
    for _ in range(60):  # the unreduced integers would be Fibonacci numbers, F(60) = 1.5e12
        x, y = circuit.gate("LADD", x, y), x
    inputs = [[1, 0], [1, 1]]
    got, server = run(circuit, target(2, 16, 65537), inputs)
    assert got == circuit.evaluate(inputs)
    assert 0 < server.backend.counts["square"] < 60
    _, wide = run(circuit, target(2, 16, (1 << 61) - 1), inputs)
    assert not wide.backend.counts["square"]


@pytest.mark.parametrize(
    ("circuit_batch", "modulus", "capacity", "message"),
    [
        (8, WIDE, 9, "batch is 8, the key"),
        (4, 17, 9, "the same T"),
        (4, WIDE, 3, "too deep"),
    ],
)
def test_refusals(circuit_batch: int, modulus: int, capacity: float, message: str) -> None:
    """A server that is sent a circuit plans it itself, by the same planner."""
    where = target(4, 16, WIDE, capacity=capacity)
    server = ClearServer(where)
    server.load_key(ClearClient(where).keygen(KeyParameters(80, 4, 1.0, WIDE)))
    circuit = MiniCircuit(circuit_batch, 1, modulus)
    x = 0
    for _ in range(3):
        x = circuit.gate("LMUL", x, x)
    with pytest.raises(Refused, match=message):
        server.ingest(circuit)


@settings(deadline=None)
@given(st.integers(-40, 0), st.integers(0, 40))
def test_parity_is_read_back_from_any_range_below_the_modulus(lowest: int, above: int) -> None:
    value = lowest + above
    assert Header(0, True, lowest).read(value % 41, 41) == value % 2


CORPUS = Path(__file__).parents[2] / "fuzz" / "corpus" / "slot_program"


def test_the_corpus_of_the_reader_in_rust() -> None:
    read = {}
    for file in CORPUS.iterdir():
        try:
            read[file.name] = len(read_program(file.read_bytes()).ops)
        except Failed as error:
            assert re.match(r"line \d+ of the program: ", str(error))
    assert {"all": 17, "levels": 6}.items() <= read.items() and "huge" not in read


@settings(max_examples=500, deadline=None)
@given(st.randoms(use_true_random=False))
def test_whatever_the_bytes_are_a_program_is_read_or_a_line_is_wrong(rng: random.Random) -> None:
    text = bytearray((CORPUS / "all").read_bytes())
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text))
        piece = rng.choice([b"", b"0", b"-1", b" ", b"\n", b"4294967296", b"\xff", b"neg", b"\r"])
        text[at : at + rng.randrange(3)] = piece
    try:
        program = read_program(bytes(text))
    except Failed as error:
        assert re.match(r"line \d+ of the program: ", str(error))
        return
    # What was read runs: no register is empty, no row is missing.
    held: set[int] = set()
    for name, numbers in program.ops:
        if name == "free":
            held.remove(numbers[0])
        else:
            assert numbers[0] not in held
            held.add(numbers[0])
        if name.endswith("plain") or name == "encrypt":
            assert len(program.values(program.plains[numbers[-1]])) == program.row
    assert all(register in held for register, _ in program.outputs)
