"""A user's own systems under test, from a TOML file.

    [sut.mine]
    client = ["./my_sut.py", "client"]
    server = ["./my_sut.py", "server"]
    env = { OMP_NUM_THREADS = "1" }     # optional
    handshake = "auto"                  # optional: auto, required, never
    cwd = "build"                       # optional
    pass = ["CUDA_HOME"]                # optional: variables of the user's that are passed on
    readable = ["../data", "/dev/dri"]  # optional: what must be in the programs' sight

Relative programs with a slash, `cwd` and `readable` count from the folder of the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ringassay.errors import UserError
from ringassay.files import read_toml
from ringassay.sut.command import Handshake, SutCommand

MAX_FILE_BYTES = 1 << 20
_KEYS = {"client", "server", "env", "handshake", "cwd", "pass", "readable"}
_HANDSHAKES: tuple[Handshake, ...] = ("auto", "required", "never")


class SutFileError(UserError, ValueError):
    """The file does not describe systems under test; the message names file, place and remedy."""


def read_user_suts(path: Path) -> tuple[SutCommand, ...]:
    """The systems under test in a TOML file, in its order."""
    document = read_toml(path, MAX_FILE_BYTES, SutFileError)
    tables = document.get("sut")
    if not isinstance(tables, dict) or not tables:
        raise SutFileError(f"{path}: expected tables [sut.NAME] with client and server")
    return tuple(_read(path, name, table) for name, table in tables.items())


def _read(path: Path, name: str, table: Any) -> SutCommand:
    place = f"{path}: [sut.{name}]"
    if not isinstance(table, dict):
        raise SutFileError(f"{place}: expected a table with client and server")
    unknown = sorted(table.keys() - _KEYS)
    if unknown:
        known = ", ".join(sorted(_KEYS))
        raise SutFileError(f"{place}: unknown key {', '.join(unknown)}; known: {known}")
    env = table.get("env", {})
    if not isinstance(env, dict) or not all(isinstance(value, str) for value in env.values()):
        raise SutFileError(f"{place}: env must be a table of strings")
    handshake = table.get("handshake", "auto")
    if handshake not in _HANDSHAKES:
        raise SutFileError(f"{place}: handshake must be one of {', '.join(_HANDSHAKES)}")
    cwd = table.get("cwd")
    if cwd is not None and not isinstance(cwd, str):
        raise SutFileError(f"{place}: cwd must be a string")
    folder = path.resolve().parent
    return SutCommand(
        name=name,
        client=_argv(place, "client", table.get("client"), folder),
        server=_argv(place, "server", table.get("server"), folder),
        env=dict(env),
        handshake=handshake,
        cwd=None if cwd is None else str(folder / cwd),
        passed=_strings(place, "pass", table),
        readable=tuple(_place(place, folder, one) for one in _strings(place, "readable", table)),
        own=True,
    )


def _strings(place: str, key: str, table: dict[str, Any]) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(
        isinstance(entry, str) and entry and "\0" not in entry for entry in value
    ):
        raise SutFileError(f"{place}: {key} must be a list of strings")
    return tuple(value)


def _place(place: str, folder: Path, entry: str) -> str:
    """A file or folder of `readable`, by its full name."""
    try:
        return str(folder / Path(entry).expanduser())
    except RuntimeError as error:  # a home of somebody that there is not
        raise SutFileError(f"{place}: readable: {entry}: {error}") from error


def _argv(place: str, key: str, value: Any, folder: Path) -> tuple[str, ...]:
    strings = isinstance(value, list) and all(
        isinstance(part, str) and "\0" not in part for part in value
    )
    if not strings or not value or not value[0]:
        raise SutFileError(f'{place}: {key} must be a list of strings, such as ["./sut", "{key}"]')
    program, *rest = value
    if "/" in program:
        program = str(folder / program)
    return (program, *rest)
