"""How to start a system under test: two command lines and their environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Handshake = Literal["auto", "required", "never"]

HARMLESS = frozenset(
    {
        *("LANG", "LC_ALL", "TZ", "PATH", "LD_LIBRARY_PATH"),
        *("OMP_NUM_THREADS", "RAYON_NUM_THREADS", "GOMAXPROCS", "RINGASSAY_THREADS"),
        *("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RINGASSAY_BACKEND", "RUST_BACKTRACE"),
    }
)
"""Variables whose values are stored: they decide how programs compute, and are no secrets."""


def stored_environment(env: Mapping[str, str | None]) -> dict[str, str | None]:
    """`env` of an entry as stores have it: of harmless variables the values, else the names."""
    return {name: value if name in HARMLESS else None for name, value in env.items()}


@dataclass(frozen=True)
class SutCommand:
    """The two programs of a system under test.

    `client` and `server` are argument vectors, program first. `env` is added to the environment
    of both, which is made from a list of variables (docs/protocol.md) and those of the user's that
    `passed` names. `readable` are files and folders that the programs need beside those that their
    command lines name. `handshake` says whether the programs speak protocol 2: found out at
    start ("auto"), demanded ("required"), or not even offered ("never": programs written for the
    original).
    `cwd` is the directory both start in; `None` leaves it to the harness. `own` is said of entries
    in files, which others may have written.
    """

    name: str
    client: tuple[str, ...]
    server: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    handshake: Handshake = "auto"
    cwd: str | None = None
    passed: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()
    own: bool = False
