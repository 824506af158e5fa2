"""Client and server of libraries of gates on bits, over a library that hides nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from slot_circuits import MiniCircuit, random_circuit

from ringassay.sut.bit_party import MAX_BATCH, BitClient, BitServer, Form, packed, unpacked
from ringassay.sut.bits import Bit, Gates
from ringassay.sut.circuits import read_circuit
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.packets import Blob
from ringassay.sut.texts import KeyParameters

BATCH = 3


def _read(data: Blob) -> list[int]:
    if len(data) != 1 or data[0] > 1:
        raise Failed("no bit")
    # A list, for gates ask whether two operands are one object.
    return [data[0]]


FORM = Form(write=bytes, read=_read)


class Client(BitClient):
    def __init__(self) -> None:
        super().__init__(FORM)

    def _make_keys(self, params: KeyParameters) -> list[Blob]:
        if params.security > 128:
            raise Refused("too much")
        return [str(params.batch).encode()]

    def _encrypt_bit(self, bit: int) -> list[int]:
        return [bit]

    def _decrypt_bit(self, bit: Any) -> int:
        return int(bit[0])


class Server(BitServer):
    def __init__(self) -> None:
        super().__init__(FORM)

    def _load_keys(self, key: list[Blob]) -> int:
        if not bytes(key[0]).isdigit():
            raise Failed("no key")
        return int(bytes(key[0]))

    def _gates(self) -> Gates:
        return Gates(
            self._counted(lambda a, b: [a[0] & b[0]]),
            self._counted(lambda a, b: [a[0] ^ b[0]]),
            lambda a: [1 - a[0]],
        )

    def _known(self, bit: bool, held: Bit) -> list[int]:
        return [int(bit)]


@pytest.fixture
def pair() -> tuple[Client, Server]:
    client, server = Client(), Server()
    server.load_key(client.keygen(KeyParameters(80, BATCH, 3.0)))
    return client, server


@pytest.mark.parametrize("seed", range(20))
def test_random_circuits(pair: tuple[Client, Server], seed: int) -> None:
    client, server = pair
    rng = random.Random(seed)
    circuit = random_circuit(rng, batch=BATCH, modulus=None, wires=3, gates=12)
    inputs = circuit.random_inputs(rng)
    server.ingest(read_circuit(circuit.text()))
    (found,) = client.decrypt(server.evaluate(client.encrypt(inputs)))
    assert found == circuit.evaluate(inputs)


def test_gates_are_counted_and_what_is_known_costs_none(pair: tuple[Client, Server]) -> None:
    client, server = pair
    circuit = MiniCircuit(BATCH, 1, None)
    circuit.gate("LADD", 0, 0)
    server.ingest(read_circuit(circuit.text()))
    (found,) = client.decrypt(server.evaluate(client.encrypt([[1, 0, 1]])))
    assert (found, server.take_notes()) == ([0, 0, 0], ["0 gates with bootstrapping"])
    circuit = MiniCircuit(BATCH, 2, None)
    circuit.gate("LMUL", 0, 1)
    server.ingest(read_circuit(circuit.text()))
    server.evaluate(client.encrypt([[1, 0, 1], [1, 1, 1]]))
    assert server.take_notes() == [f"{BATCH} gates with bootstrapping"]
    assert {"load_ns", "save_ns"} == set(server.take_parts())


def test_what_no_library_of_bits_takes_is_refused() -> None:
    client = Client()
    for params in (
        KeyParameters(80, BATCH, 3.0, 257),
        KeyParameters(80, BATCH, 3.0, fan_in=True),
        KeyParameters(80, MAX_BATCH + 1, 3.0),
        KeyParameters(192, BATCH, 3.0),
    ):
        with pytest.raises(Refused):
            client.keygen(params)
        # A key that was refused is none, nor is the one before it.
        with pytest.raises(Failed, match="no key"):
            client.encrypt([[0, 1, 0]])
        client.keygen(KeyParameters(80, BATCH, 3.0))


def _wire(batch: int) -> bytes:
    circuit = MiniCircuit(batch, 1, None)
    circuit.gate("LADD", 0, 0)
    return circuit.text()


def test_without_key_or_circuit(pair: tuple[Client, Server]) -> None:
    client, server = pair
    with pytest.raises(Failed, match="no circuit"):
        server.evaluate(client.encrypt([[0, 1, 0]]))
    with pytest.raises(Refused, match="L = 3"):
        server.ingest(read_circuit(_wire(BATCH + 1)))
    with pytest.raises(Failed, match="no key"):
        server.load_key([b"x"])
    with pytest.raises(Failed, match="no key"):
        server.ingest(read_circuit(_wire(BATCH)))


def test_chunks_come_back_and_damaged_ones_are_refused() -> None:
    parts = [b"a", b"bcd", b"ef" * 300]
    chunk = packed(parts)
    assert [bytes(part) for part in unpacked(chunk, 3)] == parts
    assert chunk[:5] == b"\x01\x00\x00\x00a"
    for end in range(len(chunk)):
        with pytest.raises(Failed):
            unpacked(chunk[:end], 3)
    for bad in (chunk + b"\0", chunk + b"\0\0\0\0", b"\xff" * 64):
        with pytest.raises(Failed):
            unpacked(bad, 3)
    with pytest.raises(Failed, match="2 bits expected, got 3"):
        unpacked(chunk, 2)
