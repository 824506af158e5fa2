"""Holds a system under test between the stages of a benchmark: `host.py IO-FOLDER BATCH WIDTH`.

It listens on IO-FOLDER/host.sock and takes one step at a time, each on files that the stages of the
suite count. It ends when the socket is removed, or after an hour without a request.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from ringassay.circuit import Netlist
from ringassay.harness import Bounds, Session
from ringassay.sut import registry

IDLE_S = 3600.0
STEP_S = 24 * 3600.0
SYSTEM = os.environ.get("ZN_SUT") or "tfhe-rs"
VARIANT = os.environ.get("ZN_VARIANT") or ("small" if SYSTEM == "tfhe-rs" else "shallow")
SECURITY = int(os.environ.get("ZN_SECURITY") or 128)


class Host:
    """One pair of programs, with the circuit of a product modulo 2^width in each slot."""

    def __init__(self, io: Path, batch: int, width: int) -> None:
        self._io = io
        self._circuit = Netlist.library("low-multiplier", VARIANT, width).circuit(batch)
        bounds = Bounds(
            keygen_s=STEP_S, ingest_s=STEP_S, encrypt_s=STEP_S, evaluate_s=STEP_S, decrypt_s=STEP_S
        )
        self._session = Session(registry.lookup(SYSTEM), bounds)
        self._is_ingested = False

    def take(self, what: str) -> str:
        """A step, by name; what to print. Raises `RuntimeError`."""
        steps = {
            "keygen": self._keygen,
            "encrypt": self._encrypt,
            "evaluate": self._evaluate,
            "decrypt": self._decrypt,
        }
        if what not in steps:
            raise RuntimeError(f"{what!r} is no step")
        return steps[what]()

    def _keygen(self) -> str:
        summary = self._circuit.summary()
        asked = self._circuit.key_parameters(SECURITY)
        step = _done(self._session.keygen(asked))
        self._is_ingested = False
        self._write("public_keys/key.bin", self._session.key)
        chosen = json.dumps((step.report or {}).get("parameters", {}))
        return f"{SYSTEM}, {summary['gates']} gates, {asked.decode()}: {chosen}"

    def _encrypt(self) -> str:
        given = (self._io / "intermediate/input.txt").read_bytes()
        _done(self._session.encrypt(given))
        self._write("ciphertexts_upload/input.bin", self._session.ciphertext("fresh"))
        return "encrypted"

    def _evaluate(self) -> str:
        if not self._is_ingested:
            _done(self._session.ingest(self._circuit.to_bytes()))
            self._is_ingested = True
        self._session.place("fresh", (self._io / "ciphertexts_upload/input.bin").read_bytes())
        _done(self._session.evaluate())
        self._write("ciphertexts_download/output.bin", self._session.ciphertext("evaluated"))
        return "evaluated"

    def _decrypt(self) -> str:
        packet = (self._io / "ciphertexts_download/output.bin").read_bytes()
        self._session.place("evaluated", packet)
        step = _done(self._session.decrypt())
        (self._io / "intermediate").mkdir(parents=True, exist_ok=True)
        (self._io / "intermediate/output.txt").write_bytes(step.output or b"")
        return "decrypted"

    def _write(self, name: str, content: bytes | None) -> None:
        path = self._io / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content or b"")


def _done(step: Any) -> Any:
    if step.outcome != "ok":
        raise RuntimeError(f"{step.outcome}: {step.detail.get('message', step.detail)}")
    return step


def main() -> None:
    """Listens until nobody asks any more."""
    io, batch, width = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    host = Host(io, batch, width)
    path = io / "host.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(1)
        listener.settimeout(1.0)
        asked = time.monotonic()
        while path.exists() and time.monotonic() - asked < IDLE_S:
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            with connection:
                connection.settimeout(10.0)
                what = b"".join(iter(lambda: connection.recv(1 << 16), b"")).decode()  # noqa: B023
                try:
                    answer = {"ok": True, "said": host.take(what)}
                except (RuntimeError, OSError, ValueError) as error:
                    answer = {"ok": False, "said": str(error)}
                connection.settimeout(None)
                connection.sendall(json.dumps(answer).encode())
            asked = time.monotonic()


if __name__ == "__main__":
    main()
