"""Other libraries' power-of-two transforms, measured in one run with ours.

They are no part of this program: a separate one, `ringassay-peers`, is built from `benches/peers`
by `make peers`, because their licences or their size do not suit the default build. It measures
ours, tfhe-ntt's and fhe-math's transforms interleaved, and prints a line of JSON for each row.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

from ringassay.store import BenchmarkRow
from ringassay.sut.programs import find_program

PROGRAM = "ringassay-peers"

_OPERATIONS = {"ntt forward": ("crt", "powerful"), "ntt inverse": ("crt_inverse", "crt")}


class PeersError(RuntimeError):
    """The program is not installed, or does not work; the message says what to do."""


def find_peers() -> str:
    """The path of the program. Raises `PeersError`."""
    found = find_program(PROGRAM)
    if found is None:
        raise PeersError(f"{PROGRAM} is not installed: `make peers` builds it")
    return found


def measure_peers(rounds: int, modulus_bits: int) -> list[BenchmarkRow]:
    """The rows of all libraries that the program measures, ours among them (`ringassay-ntt`)."""
    command = [find_peers(), "--rounds", str(rounds), "--bits", str(modulus_bits)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise PeersError(f"{PROGRAM} failed: {said[0]}")
    return read_rows(done.stdout.splitlines())


def read_rows(lines: Sequence[str]) -> list[BenchmarkRow]:
    """The program's output as rows of a benchmark."""
    rows = []
    for line in lines:
        said = json.loads(line)
        operation, basis = _OPERATIONS[said["operation"]]
        own = said["peer"] == "ringassay"
        rows.append(
            BenchmarkRow(
                # The bare transform, without the ring's buffers: not the row of the ring.
                library="ringassay-ntt" if own else said["peer"],
                library_version=said["version"],
                operation=operation,
                basis=basis,
                m=2 * said["n"],
                m_big=None,
                n=said["n"],
                limbs=1,
                modulus_bits=said["modulus_bits"],
                backend=said["backend"],
                threads=1,
                clock="cpu",
                median_ns=said["median_ns"],
                p25_ns=said["p25_ns"],
                p75_ns=said["p75_ns"],
                min_ns=said.get("min_ns", said["p25_ns"]),
                samples=said["samples"],
            )
        )
    return rows
