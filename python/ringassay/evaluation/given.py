"""Circuits and inputs of one's own in a suite: files, and expressions (docs/suites.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, model_validator

from ringassay.evaluation.documents import DocumentError
from ringassay.evaluation.family import Share, Whole
from ringassay.store.canonical import sha256_hex

CIRCUIT_BYTES = 256 << 20
INPUT_BYTES = 1 << 30
"""The most of a file that is read: the limits of docs/formats.md."""

NAME = r"^[a-z0-9][a-z0-9_.-]{0,63}$"


def _file(value: Any) -> Any:
    return {"path": value} if isinstance(value, str) else value


class FileRef(BaseModel):
    """A file, and once it was read what was in it: a resumed run must find the same."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Annotated[str, Field(min_length=1, max_length=4096, pattern=r"^[^\x00]+$")]
    sha256: str | None = None

    def bound(self, folder: Path, most_bytes: int, error: type[DocumentError]) -> Self:
        """The file by its full name, counted from `folder`, with its content's hash."""
        path = (folder / Path(self.path).expanduser()).absolute()
        found = self.model_copy(update={"path": str(path), "sha256": None})
        return found.model_copy(update={"sha256": sha256_hex(found.read(most_bytes, error))})

    def read(self, most_bytes: int, error: type[DocumentError]) -> bytes:
        """What is in it. Raises `error` for what cannot be read, and for other content."""
        try:
            with Path(self.path).open("rb") as file:
                content = file.read(most_bytes + 1)
        except OSError as problem:
            raise error(f"{self.path}: cannot be read ({problem.strerror})") from problem
        if len(content) > most_bytes:
            raise error(f"{self.path}: larger than {most_bytes} bytes, the most it may have")
        if self.sha256 not in (None, sha256_hex(content)):
            raise error(
                f"{self.path}: its content is no longer what it was when the run began: restore "
                "it, or start a new run"
            )
        return content


File = Annotated[FileRef, BeforeValidator(_file)]
Files = Annotated[
    tuple[File, ...],
    BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
    Field(max_length=100_000),
]
"""A list of files; a single one is a list of one."""


class Given(BaseModel):
    """A circuit of one's own: from a file or an expression, with inputs from files or drawn.

    `expected` are right answers, a file for each input file; without them the plaintext evaluation
    decides alone. Where the two disagree nothing is measured, unless `answers_decide`. `precision`
    are the bits that answers over reals have to have, relative to their magnitude. `key` are the
    key parameters, as a test script names them; else the circuit says what it needs.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=NAME)] = ""
    inputs: Files = ()
    expected: Files = ()
    random_inputs: Annotated[Whole, Field(ge=0, le=100_000)] = 0
    ones: Share = 512
    answers_decide: StrictBool = False
    key: Annotated[str, Field(max_length=200)] | None = None
    precision: Annotated[Whole, Field(ge=1, le=50)] | None = None

    @property
    def input_count(self) -> int:
        """Inputs from files, then random ones."""
        return len(self.inputs) + self.random_inputs

    @model_validator(mode="after")
    def _inputs_fit(self) -> Self:
        if self.input_count == 0:
            raise ValueError("name inputs = [files], or draw them: random_inputs = 3")
        if self.expected and len(self.expected) != len(self.inputs):
            raise ValueError(
                f"{len(self.expected)} files of expected answers for {len(self.inputs)} input "
                "files: one for each, in the same order"
            )
        if self.answers_decide and not self.expected:
            raise ValueError("answers_decide needs expected = [files]")
        return self

    def bound(self, folder: Path, error: type[DocumentError]) -> Self:
        """With every file found and hashed."""
        return self.model_copy(
            update={
                name: tuple(one.bound(folder, INPUT_BYTES, error) for one in getattr(self, name))
                for name in ("inputs", "expected")
            }
        )


def _named(document: Any, source: str) -> Any:
    """A name from the file's, where none is given."""
    if isinstance(document, Mapping) and "name" not in document:
        origin = document.get(source)
        path = origin.get("path") if isinstance(origin, Mapping) else origin
        if isinstance(path, str):
            return {**document, "name": name_of(path)}
    return document


def name_of(path: str) -> str:
    """The name that a file gives to what is in it."""
    stem = re.sub(r"[^a-z0-9_.-]+", "-", Path(path).stem.lower()).lstrip("-_.")
    return stem[:64] or "circuit"


class CircuitFile(Given):
    """`[[circuit]]`: a circuit in a file."""

    file: File

    @model_validator(mode="before")
    @classmethod
    def _take_name(cls, document: Any) -> Any:
        return _named(document, "file")

    def bound(self, folder: Path, error: type[DocumentError]) -> Self:
        """With every file found and hashed."""
        file = self.file.bound(folder, CIRCUIT_BYTES, error)
        return super().bound(folder, error).model_copy(update={"file": file})

    @property
    def origin(self) -> str:
        """Where the circuit comes from, for people."""
        return self.file.path


class Expression(Given):
    """`[[expression]]`: a formula over bits, or over integers mod `modulus`."""

    name: Annotated[str, Field(pattern=NAME)]
    expression: Annotated[str, Field(min_length=1, max_length=1 << 20)]
    modulus: Annotated[Whole, Field(ge=2, lt=1 << 62)] | None = None
    batch: Annotated[Whole, Field(ge=1, le=1 << 17)] = 1

    @property
    def origin(self) -> str:
        """Where the circuit comes from, for people."""
        return "the expression" if self.name == "expression" else f"the expression {self.name}"
