"""`ringassay sut install`: libraries that are no part of ringassay."""

from __future__ import annotations

import subprocess
from typing import Annotated, Any

import typer

from ringassay import shell
from ringassay.cli.output import JsonOption, emit_json, err, out
from ringassay.errors import UserError
from ringassay.spelling import meant
from ringassay.sut import libraries, registry
from ringassay.sut.libraries import Library


class InstallError(UserError, RuntimeError):
    """A library cannot be installed here; the message says what is missing."""


def show_installable(*, as_json: bool) -> None:
    """Each library, whether its systems can run here, and the command that gets it."""
    ready = {one.name for one in registry.status() if one.command is not None}
    listed = [_fields(one, ready) for one in libraries.LIBRARIES]
    if as_json:
        emit_json(listed)
        return
    out.table(
        ("library", "state", "what it is", "where from", "systems"),
        [
            (one["name"], _state(one), one["title"], one["origin"], ", ".join(one["systems"]))
            for one in listed
        ],
    )
    folder = str(libraries.FOLDER)
    out.print()
    out.print(
        f"What each installation does. It writes below {folder}, but for seal, which is a "
        "package for the Python that runs ringassay:"
    )
    for one in listed:
        for command in one["commands"]:
            out.print(f"  {one['name']}: {command}")


def install(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LIBRARY]...",
            help="Libraries to install; `all`: every one that is free of charge and patents. "
            "Without any, all are listed.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Install libraries that have an adapter, or list them with what is missing for each.

    Each is installed into a folder of its own, below `libraries` of the environment that ringassay
    runs in.
    """
    if names:
        install_all(names)
        if as_json:
            emit_json({"installed": names})
    else:
        show_installable(as_json=as_json)


def install_all(names: list[str]) -> None:
    """Install libraries by name; `all`: those that are free of charge, patents and surprises.

    Raises `InstallError` where one cannot be had; the others are installed all the same.
    """
    chosen = _chosen(names)
    failures = []
    for one in chosen:
        try:
            _install(one)
        except InstallError as error:
            failures.append(str(error))
            err.print(str(error))
    if failures:
        raise InstallError("not installed: " + "; ".join(failures))


def _chosen(names: list[str]) -> list[Library]:
    if names == ["all"]:
        return [one for one in libraries.LIBRARIES if one.automatic]
    chosen = []
    for name in names:
        one = libraries.library(name)
        if one is None:
            known = [known.name for known in libraries.LIBRARIES]
            raise InstallError(
                f"there is no library {name!r}{meant(name, known)}: all, {', '.join(known)}"
            )
        chosen.append(one)
    return chosen


def _install(one: Library) -> None:
    missing = one.missing()
    if missing:
        raise InstallError(f"{one.name}: " + "; ".join(tool.remedy for tool in missing))
    if one.checkout and not libraries.ADAPTERS.is_dir():
        raise InstallError(f"{one.name}: its adapter is built from a checkout of ringassay")
    for command in one.recipe():
        err.print(f"{one.name}: {shell.command(*command)}")
        ended = subprocess.run(command, check=False)
        if ended.returncode != 0:
            raise InstallError(f"{one.name}: {command[0]} ended with {ended.returncode}")
    err.print(f"{one.name}: installed; it serves {', '.join(one.systems)}")


def _state(one: dict[str, Any]) -> str:
    if one["available"]:
        return "installed"
    if one["missing"]:
        return "; ".join(one["missing"])
    return f"get it: {shell.command('ringassay', 'sut', 'install', one['name'])}"


def _fields(one: Library, ready: set[str]) -> dict[str, Any]:
    return {
        "name": one.name,
        "title": one.title,
        "origin": one.origin,
        "systems": list(one.systems),
        "available": all(system in ready for system in one.systems),
        "missing": [tool.remedy for tool in one.missing()],
        "from_checkout": one.checkout,
        "automatic": one.automatic,
        "folder": str(one.folder),
        "commands": [shell.command(*command) for command in one.recipe()],
    }
