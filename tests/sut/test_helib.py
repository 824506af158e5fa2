"""HElib's adapter over a worker that computes in the clear: HElib itself is in no registry."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from slot_circuits import GF2_GATES, ZT_GATES, MiniCircuit, random_circuit

from ringassay import _native
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.helib.build import UNKNOWN, build_of
from ringassay.sut.helib.parameters import Made, asked, judged
from ringassay.sut.helib.parties import HelibClient, HelibServer
from ringassay.sut.texts import KeyParameters
from ringassay.sut.worker import Worker, words_of

WORKER = Path(__file__).parent / "clear_worker.py"
ADAPTER = Path(__file__).parents[2] / "adapters" / "helib"


def command(slots: int) -> list[str]:
    return [sys.executable, str(WORKER), str(slots)]


def run(
    circuit: MiniCircuit, inputs: Sequence[Sequence[int]], slots: int
) -> list[int] | list[list[int]]:
    modulus = "" if circuit.modulus is None else f",T={circuit.modulus}"
    client, server = HelibClient(command(slots)), HelibServer(command(slots))
    key = client.keygen(KeyParameters.parse(f"L={circuit.batch},D=3.0,K=128{modulus}".encode()))
    server.load_key(key)
    server.ingest(_native.Circuit.parse(circuit.text()))
    return client.decrypt(server.evaluate(client.encrypt([list(one) for one in inputs])))[0]


@pytest.mark.parametrize("slots", [5, 8, 12])
@pytest.mark.parametrize("modulus", [None, 17])
def test_random_circuits(slots: int, modulus: int | None) -> None:
    rng = random.Random(slots)
    for seed in range(6):
        circuit = random_circuit(random.Random(seed), batch=5, modulus=modulus)
        below = modulus or 2
        inputs = [[rng.randrange(below) for _ in range(5)] for _ in range(circuit.wires)]
        assert run(circuit, inputs, slots) == circuit.evaluate(inputs)


def test_what_is_not_used_any_more_is_given_back() -> None:
    worker = Worker(command(4))
    worker.call("set_up", 17, 100, 128, 4, 0)
    first = worker.made(0, "encrypt", blobs=[words_of([1, 2, 3, 4])])
    second = worker.made(0, "add", first, first)
    number = first.number
    del first
    gc.collect()
    assert worker.call("save", second)[0] == words_of([2, 4, 6, 8])
    with pytest.raises(Failed, match=f"KeyError\\({number}\\)"):
        worker.call("save", number)
    # And it goes on.
    assert worker.call("save", second)[0] == words_of([2, 4, 6, 8])


def test_a_worker_that_ends_is_named() -> None:
    with pytest.raises(Failed, match="ended with status 3"):
        Worker([sys.executable, "-c", "raise SystemExit(3)"])


def test_parameters_that_are_not_secure_are_refused() -> None:
    wanted = asked(KeyParameters.parse(b"L=5,D=3.0,K=128"), 0)
    assert wanted.p == 2 and wanted.bits > 4 * 15
    secure = Made(21845, 16384, 1024, 300.0, 100.0, 130.0)
    assert judged(secure, wanted) >= 128
    with pytest.raises(Refused, match="less than 128 bits"):
        judged(Made(21845, 16384, 1024, 600.0, 200.0, 130.0), wanted)
    # Between powers of two, in proportion: a little less than the larger one bears.
    assert judged(Made(0, 12288, 1024, 300.0, 20.0, 130.0), wanted) >= 128
    with pytest.raises(Refused):
        judged(Made(0, 12288, 1024, 300.0, 50.0, 130.0), wanted)
    with pytest.raises(Failed, match="says"):
        Made.parse("no numbers")
    with pytest.raises(Refused, match="a prime"):
        asked(KeyParameters.parse(b"L=5,D=3.0,K=128,T=15"), 0)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("2.3.0 HElib", "HElib"),
        ("2.3.0 stock HElib (NTL without NTL_ENABLE_AVX_FFT=on)", "stock HElib"),
        ("2.3.0", UNKNOWN),
    ],
)
def test_only_the_best_build_is_called_helib(said: str, name: str) -> None:
    library, version = build_of([sys.executable, "-c", f"print('ok {said} ;')"])
    assert version == "2.3.0"
    assert library.partition(" (")[0] == name


@pytest.mark.parametrize(
    ("config", "name"),
    [
        ("#define NTL_ENABLE_AVX_FFT", "HElib"),
        # As NTL writes what is off.
        ("#if 0\n#define NTL_ENABLE_AVX_FFT\n#endif", "stock HElib"),
    ],
)
def test_the_worker_sees_how_ntl_was_built(tmp_path: Path, config: str, name: str) -> None:
    (tmp_path / "NTL").mkdir()
    (tmp_path / "NTL" / "config.h").write_text(config + "\n")
    (tmp_path / "says.cpp").write_text('#include "build.h"\nRINGASSAY_HELIB_NAME\n')
    command = ["c++", "-E", "-P", "-I", str(tmp_path), "-I", str(ADAPTER), tmp_path / "says.cpp"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip().strip('"').partition(" (")[0] == name


def test_gates_are_known() -> None:
    assert "LSELECT" in GF2_GATES and "LSUB" in ZT_GATES
