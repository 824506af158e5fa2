"""Defaults of options from a file of the user's: `config.toml` in `$XDG_CONFIG_HOME/ringassay`.

    [defaults]                # for every command that has the option
    store = "~/measurements/ringassay.db"

    [run]                     # for one command
    sut-file = "~/adapters/suts.toml"

    [params.bgv]
    security = 192

Keys are options without their dashes. What the command line or an environment variable says goes
before the file. No other folder is looked into: a file beside somebody's data sets nothing.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ringassay.errors import UserError
from ringassay.spelling import meant

VARIABLE = "RINGASSAY_CONFIG"
MAX_BYTES = 1 << 20
EVERY = "defaults"


class ConfigurationError(UserError, ValueError):
    """The file cannot be used; the message names it, and what to write."""


def path() -> Path:
    """Where the file is looked for."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    return Path(folder).expanduser() / "ringassay" / "config.toml"


def tables() -> dict[str, Any]:
    """What the file says; nothing without a file. Raises `ConfigurationError`."""
    file = path()
    try:
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, RuntimeError):
        if os.environ.get(VARIABLE):
            raise ConfigurationError(f"{VARIABLE} names {file}, which is not there") from None
        return {}
    except OSError as error:
        raise ConfigurationError(f"{file}: {error.strerror or error}") from None
    if len(content) > MAX_BYTES:
        raise ConfigurationError(f"{file}: larger than {MAX_BYTES} bytes")
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigurationError(f"{file}: not a TOML file: {error}") from None


def defaults_of(name: str, command: Any, said: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults of a command, or of a group's commands by their names, as parameters.

    `said` are the file's tables. Raises `ConfigurationError` for an option that `name` has not.
    """
    own = _table(said, name)
    if inner := getattr(command, "commands", None):
        _known(f"[{name}]", own, inner)
        return {
            one: _parameters(f"{name}.{one}", found, said, _table(own, one))
            for one, found in inner.items()
        }
    return _parameters(name, command, said, own)


def check_names(said: Mapping[str, Any], commands: Mapping[str, Any]) -> None:
    """Raises `ConfigurationError` for a table that is called like no command."""
    _known("the file", said, {EVERY: None, **commands})


def _parameters(
    name: str, command: Any, said: Mapping[str, Any], own: Mapping[str, Any]
) -> dict[str, Any]:
    options = {
        option.lstrip("-"): parameter
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("--")
    }
    _known(f"[{name}]", own, options)
    shared = {key: value for key, value in _table(said, EVERY).items() if key in options}
    return dict(_values(name, {**shared, **own}, options))


def _values(
    name: str, given: Mapping[str, Any], options: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    for key, value in given.items():
        parameter = options[key]
        if isinstance(value, Mapping):
            raise ConfigurationError(f"{path()}: [{name}] {key}: expected a value, not a table")
        if f"--{key}" in parameter.secondary_opts:
            yield parameter.name, not value
        elif isinstance(value, str) and value.startswith("~/"):
            yield parameter.name, str(Path(value).expanduser())
        else:
            yield parameter.name, value


def _table(said: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = said.get(name, {})
    if not isinstance(table, Mapping):
        raise ConfigurationError(f"{path()}: {name}: expected a table, [{name}]")
    return table


def _known(place: str, given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for key in given:
        if key not in known:
            raise ConfigurationError(
                f"{path()}: {place} has no {key!r}{meant(key, list(known))}; there are "
                f"{', '.join(sorted(known))}"
            )
