"""Conformance of every kit and adapter: handshake, packets, refusals (docs/protocol.md)."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence

import pytest
from kit_host import TIMEOUT_S, Pair, Program, environment, packet
from slot_circuits import MiniCircuit
from systems import BATCH, ZT, System

KEY = packet("KEY", b"L=4,D=1.0,K=128,T=65537")


@pytest.fixture(params=["client", "server"])
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def program(argv: Sequence[str], role: str) -> Iterator[Program]:
    program = Program([*argv, role])
    yield program
    program.kill()


READ_WHAT_THEY_NEED = ("seal", "seal-wasm-bgv", "openfhe-bgv", "openfhe-bfv")
"""Systems whose library leaves bytes behind an object alone."""


def square(pair: Pair) -> MiniCircuit:
    circuit = MiniCircuit(pair.batch, 1, pair.modulus)
    circuit.gate("LMUL", 0, 0)
    return circuit


def test_hello_comes_first_and_says_who_it_is(pair: Pair, system: System) -> None:
    client, server = pair.client.hello, pair.server.hello
    for role, said in (("client", client), ("server", server)):
        assert said["protocol"] == 2 and said["role"] == role
        for key in ("name", "version", "library", "library_version", "scheme"):
            assert isinstance(said[key], str) and len(said[key]) < 200
        assert "zt" in said["spaces"] and set(said["spaces"]) <= {"gf2", "zt"}
        assert {"LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT"} <= set(
            said["gates"]
        )
        assert all(isinstance(bound, int) for bound in said.get("limits", {}).values())
    for key in ("spaces", "gates", "limits", "scheme", "planner", "library_build"):
        assert client.get(key) == server.get(key)
    assert pair.takes_programs == (not system.name.startswith("ringassay-"))


def test_the_end_of_input_is_the_end(program: Program) -> None:
    assert program.end()[:2] == (0, b"")


def test_bytes_arrive_one_by_one(argv: Sequence[str]) -> None:
    client = Program([*argv, "client"])
    for byte in KEY:
        client.tell(bytes([byte]))
    assert client.answer().kind == "KEY"
    assert client.end()[0] == 0


@pytest.mark.parametrize(
    "stream",
    [
        b"HELLO\n",
        b"EDATA\n+1\nxENDEDATA\n",
        b"EDATA\n01\nxENDEDATA\n",
        b"EDATA\n-1\n",
        b"EDATA\n99999999999999999999\n",
        b"EDATA\nENDEDATA\n",
        b"EDATA\n3\nabcdENDEDATA\n",
        b"EDATA\n5\nabc",
        b"KEY\nL=4",
        b"KEY",
        b"\n",
        b"key\nENDKEY\n",
        b"K" * 200 + b"\n",
    ],
)
def test_what_is_no_packet_ends_the_program_with_the_place(program: Program, stream: bytes) -> None:
    program.tell(stream)
    code, said, errors = program.end()
    assert code not in (0, None) and code > 0 and said == b""
    assert "byte" in errors and "Traceback" not in errors and "panic" not in errors


def test_a_reader_that_is_gone_ends_the_program(argv: Sequence[str]) -> None:
    with subprocess.Popen(
        [*argv, "client"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(modern=True),
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline() == b"HELLO\n"
        process.stdout.close()
        process.stdin.write(KEY)
        process.stdin.flush()
        assert process.wait(TIMEOUT_S) != 0


def test_without_the_harness_it_says_so_or_speaks_the_original(
    argv: Sequence[str], system: System
) -> None:
    client = Program([*argv, "client"], modern=False)
    if not system.original:
        code, said, errors = client.end()
        assert code == 1 and said == b"" and "RINGASSAY_PROTOCOL=2" in errors
        return
    server = Program([*argv, "server"], modern=False)
    client.tell(packet("KEY", b"L=5,D=2.0,K=80"))
    server.tell(_packet_of(client, b"KEY"))
    server.tell(b"CIRCUIT\nW=2,D=1.6,L=5\nG2:LMUL(W0,W1)\nG3:LROTATE(G2,2)\nG4:LADD(G3,W0)\n")
    server.tell(b"ENDCIRCUIT\n")
    assert _packet_of(server, b"CIRCUIT") == b"CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n"
    client.tell(packet("PDATA", b"[11010,01011]"))
    server.tell(_packet_of(client, b"EDATA"))
    client.tell(_packet_of(server, b"EDATA"))
    # 11010 and 01011 is 01010; moved by 2, 10010; xor 11010 is 01000
    assert _packet_of(client, b"PDATA") == b"PDATA\n01000\nENDPDATA\n"
    assert client.end()[:2] == server.end()[:2] == (0, b"")


def _packet_of(program: Program, kind: bytes) -> bytes:
    """The bytes of a packet of the original protocol."""
    out, data = program.process.stdout, bytearray()
    assert out is not None
    while not data.endswith(b"END" + kind + b"\n"):
        line = out.readline()
        assert line, "the program ended"
        data += line
    assert data.startswith(kind + b"\n")
    return bytes(data)


def test_reports(pair: Pair) -> None:
    made, chunks = pair.keygen(BATCH, 2.0, ZT)
    pair.server.tell(packet("KEY", chunks))
    pair.target = {}
    pair.key(BATCH, 2.0, ZT)
    ready = pair.ready(square(pair))
    fresh = pair.client.ask("PDATA", pair.written([range(BATCH)]))
    result = pair.server.ask("EDATA", fresh.body)
    read = pair.client.ask("EDATA", result.body)
    for answer in (made, ready, fresh, result, read):
        assert answer.report is not None
        assert 0 < answer.report["compute_ns"] < TIMEOUT_S * 10**9
        assert 0 <= answer.report["cpu_ns"] < TIMEOUT_S * 10**9
        assert 1 << 19 < answer.report["peak_bytes"] < 1 << 36
    assert (made.report is not None and "security_bits" in made.report["parameters"]) or (
        pair.client.hello["scheme"] == "plaintext"
    )
    assert ready.report is not None and ready.report["key_load_ns"] > 0
    again = pair.ready(square(pair))
    assert again.report is not None and not again.report.get("key_load_ns")
    report = result.report or {}
    assert report.get("load_ns", 0) + report.get("save_ns", 0) <= report["cpu_ns"]


def test_requests_out_of_order(argv: Sequence[str]) -> None:
    client, server = Program([*argv, "client"]), Program([*argv, "server"])
    try:
        for said in (client.ask("PDATA", b"[[1,2,3,4]]"), client.ask("EDATA", [b"x", b"y"])):
            assert "key" in said.message and not said.refused
        kinds = ["PROGRAM"] if server.hello.get("planner") == "ringassay" else []
        for kind in [*kinds, "EDATA"]:
            body: bytes | list[bytes] = [b"x"]
            if kind == "PROGRAM":
                body = b"slots 1 batch=1 row=1 modulus=2 levels=1 wires=1 registers=1\n"
                body += b"input 0 0 0\noutput 0 0"
            assert server.ask(kind, body).message
        assert client.ask("KEY", b"L=4,D=1.0,K=128,T=65537").kind == "KEY"
    finally:
        client.kill()
        server.kill()


@pytest.mark.parametrize(
    "asked",
    [
        b"",
        b"L=4",
        b"L=4,D=1.0,T=65537",
        b"L=0,D=1.0,K=80",
        b"L=-4,D=1.0,K=80",
        b"L=4,D=x,K=80",
        b"L=4,D=1.0,K=80,Z=1",
        b"L=4,D=1.0,K=80,T=1",
        b"L=4,L=4,D=1.0,K=80",
        b"L=99999999999999999999,D=1.0,K=80",
    ],
)
def test_key_parameters_that_are_none(pair: Pair, asked: bytes) -> None:
    assert pair.client.ask("KEY", asked).message
    # No key is left, and the session goes on.
    assert "key" in pair.client.ask("PDATA", b"[[1,2,3,4]]").message
    pair.key(BATCH, 2.0, ZT)
    pair.ready(square(pair))
    assert pair.evaluate([range(BATCH)]) == [j * j for j in range(BATCH)]


def test_what_cannot_be_done_is_refused(pair: Pair, system: System) -> None:
    asked = [(1 << 17, 1.0, ZT, 128)]  # more entries than any ring has slots for this modulus
    if system.encrypts:
        asked += [(4, 1.0, ZT, 1_000_000), (4, 900.0, ZT, 128)]
    for one in asked:
        batch, depth, modulus, security = one
        made, _ = pair.keygen(batch, depth, modulus, security)
        assert made.refused, (one, made.kind, made.body)
    pair.key(BATCH, 2.0, ZT)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"[[1,2,3,4,5]]",
        b"[[1,2,3,4,5,6,7]]",
        b"[[1,2,3,4,5,65537]]",
        b"[[1,2,3,4,5,-1]]",
        b"[[1,2,3,4,5,6]",
        b"[[1,2,3,4,5,6],[1]]",
        b"[110101]",
        b"\xff",
    ],
)
def test_inputs_that_are_none(pair: Pair, text: bytes) -> None:
    assert pair.client.ask("PDATA", text).message
    assert len(pair.encrypt([range(BATCH)])) >= 1


def test_ciphertexts_that_are_none(pair: Pair, system: System) -> None:
    pair.key(BATCH, system.depth, ZT)
    pair.ready(square(pair))
    fresh = pair.encrypt([range(BATCH)])
    shorter = [*fresh[:-1], fresh[-1][:-1]]
    longer = [*fresh[:-1], fresh[-1] + b"\0"]
    for bad in (
        shorter,
        [*fresh, fresh[-1]],
        [b""],
        [b"\0" * 100],
        [fresh[-1][: len(fresh[-1]) // 2 - 1]],
    ):
        assert pair.server.ask("EDATA", bad).message, [len(chunk) for chunk in bad]
    if system.name not in READ_WHAT_THEY_NEED:
        assert pair.server.ask("EDATA", longer).message
    result = pair.server.ask("EDATA", fresh)
    assert result.kind == "EDATA"
    chunks = result.body
    for bad in ([b""], [*chunks, b""], chunks[:-1] or [b"x"], [*chunks[:-1], chunks[-1][:-1]]):
        assert pair.client.ask("EDATA", bad).message, [len(chunk) for chunk in bad]
    assert pair.decrypt(chunks) == [j * j for j in range(BATCH)]


def test_a_key_that_is_none_is_told_with_every_circuit(pair: Pair, system: System) -> None:
    key = pair.key(BATCH, system.depth, ZT)
    last = [*key[:-1], key[-1][:1] if len(key) > 1 else b"{}"]
    for bad in ([b""], [b"{}"], [key[0], b"x"] if len(key) > 2 else [b"x"], last):
        pair.server.tell(packet("KEY", bad))
        for _ in range(2):
            assert pair.ingest(square(pair)).message
        assert pair.server.ask("EDATA", [b"x"]).message
    pair.server.tell(packet("KEY", key))
    pair.ready(square(pair))
    assert pair.evaluate([range(BATCH)]) == [j * j for j in range(BATCH)]


def test_several_sessions_in_turn(pair: Pair, system: System) -> None:
    """Keys of other batches and spaces, and the first parameters again, in one pair."""
    for batch, modulus in ((BATCH, ZT), (5, None), (1, ZT), (16, None), (BATCH, ZT)):
        if modulus is None and "gf2" not in pair.client.hello["spaces"]:
            continue
        pair.key(batch, system.depth, modulus)
        # The circuit went with its key.
        assert pair.server.ask("EDATA", [b"x"]).message
        circuit = MiniCircuit(batch, 2, modulus)
        circuit.gate("LADD", circuit.gate("LMUL", 0, 1), 0)
        pair.ready(circuit)
        for shift in (0, 1):
            top = modulus or 2
            inputs = [
                [(j + shift) % top for j in range(batch)],
                [(j // 2) % top for j in range(batch)],
            ]
            assert pair.evaluate(inputs) == circuit.evaluate(inputs)
