"""A session of processes on this machine: a combiner, three parties, their statistics."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np

from ringassay.errors import UserError
from ringassay.parties.network import certificates
from ringassay.parties.network.session import Session, checked, written

NAMES = ("alice", "bob", "carol")
COMBINER = "combiner"
LENGTH = 1024
SEED = 2026
ENDING_S = 5.0
"""How long processes have to end after one of them failed; they do so by themselves."""


class DemoError(UserError):
    """A process of the example that failed."""

    exit_code = 1


def columns(length: int = LENGTH) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Three columns that belong together, in [-1, 1]: the first two are correlated."""
    draws = np.random.default_rng(SEED)
    first, second, third = draws.standard_normal((3, length)) / 5
    table = np.array([first + 0.1, 0.8 * first + 0.6 * second, third - 0.2])
    return np.asarray(np.clip(table, -1, 1), dtype=np.float64)


def document(folder: Path, address: str | None, **parameters: Any) -> dict[str, Any]:
    """What a session file for the example says; its certificates are in a folder."""

    def contact(name: str) -> dict[str, Any]:
        text = (folder / f"{name}.crt").read_text(encoding="ascii")
        return {"name": name, "certificate": text}

    found: dict[str, Any] = {
        "version": 1,
        "name": f"example {os.urandom(8).hex()}",
        "seed": os.urandom(32).hex(),
        "computation": "statistics",
        "parameters": {"scheme": "ckks", "length": LENGTH, **parameters},
    }
    if address is not None:
        found["combiner"] = {**contact(COMBINER), "address": address}
    return found | {"party": [contact(name) for name in NAMES]}


def free_port() -> int:
    """A port of the loopback address that nothing listens at now."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


def run(length: int = LENGTH) -> dict[str, Any]:
    """Runs the example: figures of every process, the result, and the same in the clear.

    Certificates, columns and ledgers lie in a temporary folder, which is removed. Raises
    `DemoError` where a process failed or the results differ.
    """
    with tempfile.TemporaryDirectory(prefix="ringassay-party-") as name:
        folder = Path(name)
        certificates.make((COMBINER, *NAMES), folder)
        said = document(folder, f"127.0.0.1:{free_port()}", length=length)
        session = checked(said, "the example's session")
        (folder / "session.toml").write_text(written(said), encoding="utf-8")
        table = columns(length)
        for one, column in zip(NAMES, table, strict=True):
            (folder / f"{one}.txt").write_text("\n".join(map(repr, column.tolist())) + "\n")
        roles = _all(folder)
    return _compared(session, roles, table)


def command(*words: str) -> list[str]:
    """A command of this program, in a process of its own."""
    return [sys.executable, "-m", "ringassay.cli.entry", "party", *words]


def joining(name: str) -> list[str]:
    """The command of a party of the example, in its folder."""
    words = ["join", "session.toml", name, "--key", f"{name}.key", "--data", f"{name}.txt"]
    return command(*words, "--ledger", f"{name}.ledger", "--json")


def combining() -> list[str]:
    """The command of the combiner."""
    return command("combine", "session.toml", "--key", f"{COMBINER}.key", "--json")


def _all(folder: Path) -> list[dict[str, Any]]:
    commands = {COMBINER: combining(), **{name: joining(name) for name in NAMES}}
    started: dict[str, subprocess.Popen[str]] = {}
    try:
        for name, words in commands.items():
            started[name] = subprocess.Popen(
                words,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        ended = {name: (process, process.communicate()) for name, process in started.items()}
    finally:
        _end(list(started.values()))
    for name, (process, (_, said)) in ended.items():
        if process.returncode:
            raise DemoError(f"{name} ended with exit code {process.returncode}: {said.strip()}")
    return [json.loads(told) for _, (told, _) in ended.values()]


def _end(processes: list[subprocess.Popen[str]]) -> None:
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0 if process.poll() is not None else ENDING_S)
        if process.poll() is None:
            process.kill()
        process.wait()


def _compared(session: Session, roles: list[dict[str, Any]], table: Any) -> dict[str, Any]:
    """The figures with the greatest difference from what numpy says of the columns."""
    results = [role.pop("result") for role in roles]
    clear = session.work.in_the_clear(list(table))
    if any(result != results[0] for result in results):
        raise DemoError("the processes read different results")
    worst = max(
        float(np.max(np.abs(np.array(results[0][name], float) - np.array(value, float))))
        for name, value in clear.items()
    )
    parameters = session.group.parameters
    found = {
        "parameters": {
            "n": parameters.n,
            "log2_q": parameters.log2_q,
            "log2_p": parameters.log2_p,
            "security_bits": parameters.security_bits,
            "length": session.parameters.length,
        },
        "columns": list(NAMES),
        "result": results[0],
        "in_the_clear": clear,
        "worst_difference": worst,
        "roles": roles,
    }
    if not worst < 2.0**-10:
        raise DemoError(f"a result differs by {worst:g} from that of numpy on the columns")
    return found
