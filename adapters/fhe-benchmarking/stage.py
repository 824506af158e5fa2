#!/usr/bin/env python3
"""A stage of the FHE benchmarking suite's workload Zn-multiplication, on a system of ringassay.

The suite starts six programs, one after another, in the root of its repository:

    client_key_generation INSTANCE
    client_preprocess_input INSTANCE
    client_encode_encrypt_input INSTANCE
    server_encrypted_compute INSTANCE COUNT
    client_decrypt_decode INSTANCE COUNT
    client_postprocess INSTANCE COUNT

This file is all six; `build_task_submission.sh` makes links of their names. They read and write
what the suite says: datasets/INSTANCE/{lhs,rhs}.txt; io/INSTANCE with public_keys,
ciphertexts_upload, ciphertexts_download and cleartext_output/out.txt. The system under test runs
behind `host.py`, which client_key_generation starts; the secret key never leaves its client.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
START_S = 120.0
WIDTH = int(os.environ.get("ZN_WIDTH") or 64)
"""Bits of a number; the workload has 64."""


def main() -> None:
    """The stage that this file's name says."""
    stage, instance = Path(sys.argv[0]).name, sys.argv[1]
    data, io = Path("datasets") / instance, Path("io") / instance
    if stage == "client_key_generation":
        numbers = read_numbers(data / "lhs.txt")
        start_host(io, len(numbers))
        ask(io, "keygen")
    elif stage == "client_preprocess_input":
        operands = [read_numbers(data / name) for name in ("lhs.txt", "rhs.txt")]
        (io / "intermediate").mkdir(parents=True, exist_ok=True)
        (io / "intermediate/input.txt").write_text(bit_sliced(operands))
    elif stage == "client_encode_encrypt_input":
        ask(io, "encrypt")
    elif stage == "server_encrypted_compute":
        ask(io, "evaluate")
    elif stage == "client_decrypt_decode":
        ask(io, "decrypt")
    elif stage == "client_postprocess":
        products = numbers_of((io / "intermediate/output.txt").read_text())
        (io / "cleartext_output").mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{product}\n" for product in products)
        (io / "cleartext_output/out.txt").write_text(lines)
    else:
        sys.exit(f"{stage} is no stage: call this file by a link with the name of one")


def read_numbers(path: Path) -> list[int]:
    """A number from each line."""
    numbers = [int(line) for line in path.read_text().split()]
    if not numbers or not all(0 <= number < 1 << WIDTH for number in numbers):
        sys.exit(f"{path}: numbers of {WIDTH} bits expected, one on each line")
    return numbers


def bit_sliced(operands: list[list[int]]) -> str:
    """An input (docs/formats.md): a wire for each bit, the lowest first; a slot for each pair."""
    wires = [
        "".join(str(number >> bit & 1) for number in numbers)
        for numbers in operands
        for bit in range(WIDTH)
    ]
    return f"[{','.join(wires)}]"


def numbers_of(output: str) -> list[int]:
    """The numbers whose bits the outputs are, the lowest first."""
    bits = output.strip().split(";")
    if len(bits) != WIDTH:
        sys.exit(f"{len(bits)} outputs in place of {WIDTH}")
    return [
        sum((column[slot] == "1") << place for place, column in enumerate(bits))
        for slot in range(len(bits[0]))
    ]


def start_host(io: Path, batch: int) -> None:
    """Start the host and wait until it listens; it ends when its folder is gone."""
    io.mkdir(parents=True, exist_ok=True)
    log = (io / "host.log").open("w")
    command = [sys.executable, str(HERE / "host.py"), str(io), str(batch), str(WIDTH)]
    host = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    deadline = time.monotonic() + START_S
    while not (io / "host.sock").exists():
        if host.poll() is not None or time.monotonic() > deadline:
            sys.exit("the host does not start: " + (io / "host.log").read_text()[-2000:])
        time.sleep(0.05)


def ask(io: Path, what: str) -> None:
    """Have the host take a step; ends with its message where it failed."""
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(io / "host.sock"))  # relative: at most 107 bytes are allowed
        except OSError as error:
            sys.exit(f"{what}: there is no host ({error}): client_key_generation starts it")
        connection.sendall(what.encode())
        connection.shutdown(socket.SHUT_WR)
        said = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    answer = json.loads(said or b'{"ok": false, "said": "the host is gone"}')
    if not answer["ok"]:
        sys.exit(f"{what}: {answer['said']}")
    print(f"{what}: {answer['said']}")


if __name__ == "__main__":
    main()
