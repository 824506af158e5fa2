"""HEtest's test scripts as suites: keys, circuits and inputs in files (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ringassay.circuit import FormatError, KeyParameters, read_script
from ringassay.evaluation.documents import MAX_FILE_BYTES
from ringassay.evaluation.given import CircuitFile, FileRef, name_of
from ringassay.evaluation.own import bind
from ringassay.evaluation.suite import Suite, SuiteError

FIRST_WORDS = (b"KEY", b"CIRCUIT", b"INPUT")


def is_script(path: Path) -> bool:
    """Whether a file begins as a test script does."""
    try:
        with path.open("rb") as file:
            return file.readline(16).strip() in FIRST_WORDS
    except OSError:
        return False


@dataclass
class _Entry:
    key: str
    file: str
    inputs: list[str] = field(default_factory=list)


def load_script(path: Path, suts: Sequence[str]) -> Suite:
    """The suite that a script describes, on `suts`. Raises `SuiteError`."""
    folder = path.absolute().parent
    script = FileRef(path=str(path.absolute())).read(MAX_FILE_BYTES, SuiteError)
    try:
        entries = _entries(read_script(script), folder)
    except FormatError as error:
        raise SuiteError(f"{path}: {error}") from None
    if not entries:
        raise SuiteError(f"{path}: no CIRCUIT in it: there is nothing to measure")
    circuits, taken = [], set[str]()
    for number, entry in enumerate(entries):
        if not entry.inputs:
            raise SuiteError(f"{path}: the circuit {entry.file} has no INPUT")
        name = name_of(entry.file)
        if name in taken:
            name = f"{name[:52]}-{number}"
        taken.add(name)
        files = tuple(FileRef(path=one) for one in entry.inputs)
        circuits.append(
            CircuitFile(name=name, file=FileRef(path=entry.file), inputs=files, key=entry.key)
        )
    levels = [_parsed(entry.key, entry.file).security for entry in entries]
    try:
        suite = Suite(
            version=1,
            name=name_of(path.name),
            title=f"the test script {path.name}",
            seed=1,
            security=max(levels),
            suts=tuple(suts),
            circuit=tuple(circuits),
        )
    except ValueError as error:
        raise SuiteError(f"{path}: {error}") from None
    return bind(suite, folder)


def _entries(lines: Sequence[tuple[str, str]], folder: Path) -> list[_Entry]:
    """The circuits in order; the reader sees to it that keys and circuits come before inputs."""
    found: list[_Entry] = []
    key = ""
    for keyword, name in lines:
        if keyword == "KEY":
            text = FileRef(path=str(folder / name)).read(MAX_FILE_BYTES, SuiteError)
            key = "".join(text.decode("ascii", "replace").split())
            _parsed(key, name)
        elif keyword == "CIRCUIT":
            found.append(_Entry(key, name))
        else:
            found[-1].inputs.append(name)
    return found


def _parsed(key: str, name: str) -> KeyParameters:
    try:
        return KeyParameters.parse(key.encode("ascii", "replace"))
    except FormatError as error:
        raise SuiteError(f"{name}: {error}") from None
