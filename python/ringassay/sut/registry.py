"""Systems under test by name: the ones that ship, and a user's own from a TOML file.

Nothing is cached: each look-up says what this machine can run now.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ringassay.errors import UserError
from ringassay.extras import install_command
from ringassay.schemes import catalogue
from ringassay.spelling import meant
from ringassay.sut import libraries, settings
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import LATTIGO, RUNTIME, absence, find_program, remedy
from ringassay.sut.user_suts import SutFileError, read_user_suts


class UnknownSutError(UserError, LookupError):
    """No system under test has this name; the message lists those that exist."""


class UnavailableSutError(UserError, RuntimeError):
    """The system under test cannot run here; the message says what to do about it."""


@dataclass(frozen=True)
class Available:
    """Program and leading arguments of a SUT that can run; the role is appended to them."""

    argv: tuple[str, ...]


@dataclass(frozen=True)
class Missing:
    """Why a SUT cannot run here, and what to do."""

    reason: str
    remedy: str


@dataclass(frozen=True)
class Shipped:
    """A system under test that is part of ringassay."""

    name: str
    description: str
    find: Callable[[], Available | Missing]
    handshake_required: bool = True
    stand_in: bool = False
    """It stands where a library would and computes nothing on ciphertexts."""
    variant: bool = False
    """Another of these systems with an option: nothing else to choose between."""
    options: tuple[str, ...] = ()
    """Behind the role on both command lines."""
    settings: tuple[str, ...] = ()
    """The options that users may set (`ringassay.sut.settings`)."""


@dataclass(frozen=True)
class Status:
    """One line of `ringassay sut list`: `command` if it can run, else why not and what to do."""

    name: str
    description: str
    shipped: bool
    command: SutCommand | None
    reason: str = ""
    remedy: str = ""


def _program(name: str, *arguments: str) -> Callable[[], Available | Missing]:
    def find() -> Available | Missing:
        path = find_program(name)
        if path is None:
            return Missing(absence(name), remedy(name))
        return Available((path, *arguments))

    return find


def _runtime(*verb: str) -> Callable[[], Available | Missing]:
    return _program(RUNTIME, *verb)


def _module(
    module: str, package: str, extra: str, *arguments: str
) -> Callable[[], Available | Missing]:
    def find() -> Available | Missing:
        if find_spec(package) is None:
            reason = f"the Python package {package} is not installed"
            return Missing(reason, install_command(extra))
        return Available((sys.executable, "-m", module, *arguments))

    return find


def _foreign(
    package: str, module: str, library: str, *arguments: str
) -> Callable[[], Available | Missing]:
    """A program of ours for another Python, which has a library's package."""

    def find() -> Available | Missing:
        python = libraries.python_with(library, package)
        if python is None:
            reason = f"no Python with the package {package} was found"
            return Missing(reason, libraries.remedy(library))
        script = libraries.PACKAGE / "sut" / module / "__main__.py"
        return Available((python, str(script), *arguments))

    return find


def _adapter(library: str, program: str, *arguments: str) -> Callable[[], Available | Missing]:
    """An adapter that is built beside ringassay, with a library's own toolchain."""

    def find() -> Available | Missing:
        found = libraries.program_of(library, program)
        if found is None:
            reason = f"the program {program} was not built"
            return Missing(reason, libraries.remedy(library))
        return Available((found, *arguments))

    return find


def _node_package(library: str, module: str) -> Callable[[], Available | Missing]:
    """A program of ours in this Python, over a package for Node.js in the library's folder."""

    def find() -> Available | Missing:
        node = libraries.node_with(library, library)
        if node is None:
            reason = f"no Node.js with the package {library} was found"
            return Missing(reason, libraries.remedy(library))
        folder = str(libraries.FOLDER / library)
        return Available((sys.executable, "-m", module, "--node", node, "--folder", folder))

    return find


def _worker(library: str, program: str, module: str) -> Callable[[], Available | Missing]:
    """A program of ours in this Python, over a worker that was built with a library's toolchain."""

    def find() -> Available | Missing:
        found = libraries.program_of(library, program)
        if found is None:
            reason = f"the program {program} was not built"
            return Missing(reason, libraries.remedy(library))
        return Available((sys.executable, "-m", module, "--worker", found))

    return find


_STAND_INS: tuple[Shipped, ...] = (
    Shipped(
        "plaintext",
        "no encryption: the baseline in the place of a library",
        _runtime("sut", "plaintext"),
        stand_in=True,
    ),
    Shipped(
        "original",
        "the plaintext pair without handshake, as written for HEtest",
        _runtime("sut", "original"),
        handshake_required=False,
        stand_in=True,
    ),
    Shipped(
        "echo",
        "keys and ciphertexts of a given size, no computation: measures the harness",
        _runtime("sut", "echo"),
        stand_in=True,
    ),
)

_OWN_VARIANTS: tuple[Shipped, ...] = (
    Shipped(
        "ringassay-bgv-no-rotations",
        "ringassay's own BGV for circuits without rotations: no keys for them, and encrypting with "
        "its secret key, ciphertexts half as large",
        _runtime("bgv"),
        variant=True,
        options=("--encryption", "secret", "--rotation-keys", "0"),
    ),
)

_LIBRARIES: tuple[Shipped, ...] = (
    Shipped(
        "seal",
        "Microsoft SEAL, BFV (Python)",
        _module("ringassay.sut.seal", "tenseal", "seal"),
        settings=("--encryption",),
    ),
    Shipped(
        "seal-secret-key",
        "Microsoft SEAL, BFV, encrypting with its secret key: ciphertexts half as large",
        _module("ringassay.sut.seal", "tenseal", "seal", "--encryption", "secret"),
        variant=True,
    ),
    Shipped(
        "seal-ckks",
        "Microsoft SEAL, CKKS: real and complex numbers (Python)",
        _module("ringassay.sut.seal", "tenseal", "seal", "--scheme", "ckks"),
    ),
    Shipped(
        "seal-wasm-bgv",
        "Microsoft SEAL as WebAssembly, BGV (Node.js)",
        _node_package("node-seal", "ringassay.sut.node_seal"),
    ),
    Shipped("lattigo", "Lattigo, BGV (Go)", _program(LATTIGO)),
    Shipped("lattigo-bfv", "Lattigo, BFV: scale-invariant products (Go)", _program(LATTIGO, "bfv")),
    Shipped(
        "lattigo-ckks", "Lattigo, CKKS: real and complex numbers (Go)", _program(LATTIGO, "ckks")
    ),
    *(
        Shipped(
            f"openfhe-{scheme}",
            f"OpenFHE, {what} (Python {libraries.OPENFHE_PYTHON})",
            _foreign("openfhe", "openfhe", "openfhe", "--scheme", scheme),
        )
        for scheme, what in (
            ("bgv", "BGV"),
            ("bfv", "BFV"),
            ("ckks", "CKKS: real numbers"),
            ("binfhe", "Boolean gates"),
        )
    ),
    Shipped(
        "helib",
        "HElib, BGV over any index: the user's own installation, adapter untried (C++)",
        _worker("helib", "ringassay-helib", "ringassay.sut.helib"),
        settings=("--m",),
    ),
    Shipped("fhe-rs", "fhe.rs, BFV (Rust)", _adapter("fhe-rs", "ringassay-fhe-rs")),
    Shipped(
        "concrete",
        "Concrete, gates on bits as look-ups (Python)",
        _foreign("concrete", "concrete", "concrete"),
    ),
    Shipped("tfhe-rs", "tfhe-rs, Boolean gates (Rust)", _adapter("tfhe-rs", "ringassay-tfhe-rs")),
)


@cache
def shipped() -> tuple[Shipped, ...]:
    """The systems that are part of ringassay: stand-ins, our own schemes, libraries."""
    own = (
        Shipped(
            scheme.sut,
            scheme.sut_description or "",
            _runtime(*scheme.sut_arguments),
            settings=settings.OF_VERBS[scheme.sut_arguments[0]],
        )
        for scheme in catalogue().values()
        if scheme.sut is not None
    )
    return (*_STAND_INS, *own, *_OWN_VARIANTS, *_LIBRARIES)


def status(sut_file: Path | None = None) -> list[Status]:
    """Every SUT, shipped ones first, then those of `sut_file` in its order."""
    listed = [_shipped_status(entry, ()) for entry in shipped()]
    return listed + [
        Status(command.name, f"from {sut_file}", False, command)
        for command in (read_user_suts(sut_file) if sut_file else ())
    ]


def lookup(name: str, sut_file: Path | None = None, *, options: Sequence[str] = ()) -> SutCommand:
    """The command lines of the SUT called `name`; a user's own hides a shipped one.

    Options may follow the name (`ringassay.sut.settings`); they and then `options` follow the role
    on both command lines. Raises `UnknownSutError`, `UnavailableSutError`, `SettingsError`, and
    `SutFileError` for a bad file.
    """
    own = {command.name: command for command in (read_user_suts(sut_file) if sut_file else ())}
    system, given = (name, ()) if name in own else settings.split(name)
    if (command := own.get(system)) is not None:
        return replace(
            command,
            name=name,
            client=(*command.client, *given, *options),
            server=(*command.server, *given, *options),
        )
    entry = next((entry for entry in shipped() if entry.name == system), None)
    if entry is None:
        names = [*own, *(entry.name for entry in shipped())]
        raise UnknownSutError(
            f"no system under test is called {system!r}{meant(system, names)}: {', '.join(names)}"
        )
    settings.check(system, given, entry.settings)
    found = _shipped_status(entry, (*given, *options))
    if found.command is None:
        raise UnavailableSutError(f"{system} cannot run here: {found.reason}; do: {found.remedy}")
    return replace(found.command, name=name)


def _shipped_status(entry: Shipped, options: Sequence[str]) -> Status:
    found, options = entry.find(), (*entry.options, *options)
    if isinstance(found, Missing):
        return Status(entry.name, entry.description, True, None, found.reason, found.remedy)
    command = SutCommand(
        name=entry.name,
        client=(*found.argv, "client", *options),
        server=(*found.argv, "server", *options),
        handshake="required" if entry.handshake_required else "auto",
    )
    return Status(entry.name, entry.description, True, command)


__all__ = [
    "Status",
    "SutFileError",
    "UnavailableSutError",
    "UnknownSutError",
    "lookup",
    "read_user_suts",
    "shipped",
    "status",
]
