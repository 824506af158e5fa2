"""Circuits and inputs of one's own in a suite: files, and expressions (docs/suites.md)."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, model_validator

from ringassay.evaluation.data.suffixes import is_table
from ringassay.evaluation.documents import DocumentError
from ringassay.evaluation.family import Share, Whole
from ringassay.files import open_file
from ringassay.store.canonical import canonical_json, sha256_hex

CIRCUIT_BYTES = 256 << 20
SOURCE_BYTES = 1 << 20
INPUT_BYTES = 1 << 30
BESIDE_BYTES = 256 << 20
"""The most of a file that is read: the limits of docs/formats.md."""

PRECISION = 20
"""Bits that answers over reals have to have where nobody says how many."""

SHOWN = 60
"""Characters of given values that messages show."""

NAME = r"^[a-z0-9][a-z0-9_.-]{0,63}$"


def _file(value: Any) -> Any:
    return {"path": value} if isinstance(value, str) else value


def _values(value: Any) -> Any:
    """The name of a file; or values: a text that begins with `[`, or lists of integers."""
    if isinstance(value, list):
        value = canonical_json(value)
    if isinstance(value, str) and value.lstrip().startswith("["):
        shown = value if len(value) <= SHOWN else value[:SHOWN] + "…"
        return {"path": shown, "text": value}
    return _file(value)


class FileRef(BaseModel):
    """A file, and once it was read what was in it: a resumed run must find the same.

    Or a `text` that is given itself; `path` is then how it is called in messages.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Annotated[str, Field(min_length=1, max_length=4096, pattern=r"^[^\x00]+$")]
    sha256: str | None = None
    text: str | None = None
    rows: int | None = None
    """How many rows of a table are taken, once it was read."""

    @property
    def is_table(self) -> bool:
        """Whether it holds rows, an input each, rather than one input."""
        return self.text is None and is_table(self.path)

    def named(self, error: type[DocumentError]) -> Self:
        """Itself, where it is a name. Raises `error`: what runs is in the file."""
        if self.text is not None:
            raise error(f"{self.path}: a file is named by a text, its path")
        return self

    def bound(self, folder: Path, most_bytes: int, error: type[DocumentError]) -> Self:
        """The file by its full name, relative to `folder`, with its content's hash."""
        path = self.path
        if self.text is None:
            try:
                path = str((folder / Path(self.path).expanduser()).absolute())
            except RuntimeError as problem:  # a home of somebody that there is not
                raise error(f"{self.path}: {problem}") from problem
        found = self.model_copy(update={"path": path, "sha256": None})
        if found.is_table:
            return found.model_copy(update={"sha256": found.digest(most_bytes, error)})
        return found.model_copy(update={"sha256": sha256_hex(found.read(most_bytes, error))})

    def digest(self, most_bytes: int, error: type[DocumentError]) -> str:
        """The hash of its content, which is not kept. Raises `error`, as `read` does."""
        try:
            with open_file(Path(self.path)) as file:
                if os.fstat(file.fileno()).st_size > most_bytes:
                    raise error(
                        f"{self.path}: larger than {most_bytes} bytes, the most it may have"
                    )
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as problem:
            raise error(f"{self.path}: cannot be read ({problem.strerror})") from problem
        self._refuse_another(found, error)
        return found

    def _refuse_another(self, found: str, error: type[DocumentError]) -> None:
        if self.sha256 not in (None, found):
            raise error(
                f"{self.path}: its content is no longer what it was when the run began: restore "
                "it, or start a new run"
            )

    def read(self, most_bytes: int, error: type[DocumentError]) -> bytes:
        """What is in it. Raises `error` for what cannot be read, and for other content."""
        try:
            if self.text is not None:
                content = self.text.encode()
            else:
                with open_file(Path(self.path)) as file:
                    content = file.read(most_bytes + 1)
        except OSError as problem:
            raise error(f"{self.path}: cannot be read ({problem.strerror})") from problem
        if len(content) > most_bytes:
            raise error(f"{self.path}: larger than {most_bytes} bytes, the most it may have")
        if self.sha256 is not None:
            self._refuse_another(sha256_hex(content), error)
        return content


File = Annotated[FileRef, BeforeValidator(_file)]
Values = Annotated[FileRef, BeforeValidator(_values)]
"""A file of values, or the values themselves."""
Files = Annotated[
    tuple[Values, ...],
    BeforeValidator(lambda value: [value] if isinstance(value, str) else value),
    Field(max_length=100_000),
]
"""A list of files, or of values; a single text is a list of one."""


class Given(BaseModel):
    """A circuit of one's own: from a file or an expression, with inputs that are given or drawn.

    `inputs` are files or values; a table has an input in each row, of which `rows` takes the first
    so many, `columns` says which are whose entries, and `pack` how many share a ciphertext.
    `expected` are right answers, one for each of them; without them the plaintext evaluation
    decides alone. Where the two disagree nothing is measured, unless
    `answers_decide`. `precision` are the bits that answers over reals have to have, relative to
    their magnitude. `key` are the key parameters, as a test script names them; else the circuit
    says what it needs. With `fill`, inputs and answers that are given may have fewer entries than
    the vectors of the circuit: the other entries of an input are drawn, those of an answer are the
    plaintext evaluation's.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=NAME)] = ""
    inputs: Files = ()
    expected: Files = ()
    random_inputs: Annotated[Whole, Field(ge=0, le=100_000)] = 0
    ones: Share = 512
    answers_decide: StrictBool = False
    fill: StrictBool | None = None
    key: Annotated[str, Field(max_length=200)] | None = None
    precision: Annotated[Whole, Field(ge=1, le=50)] | None = None
    rows: Annotated[Whole, Field(ge=1, le=100_000)] | None = None
    pack: Annotated[Whole, Field(ge=1, le=1 << 17)] | None = None
    columns: dict[str, tuple[str, ...]] | None = None
    answer_entries: tuple[int, ...] | None = None
    """Entries of each answer that mean something, 1 of a number; set when the function is read."""

    @property
    def row_count(self) -> int:
        """Inputs of the computation itself that are given."""
        return sum(1 if one.rows is None else one.rows for one in self.inputs)

    @property
    def has_rows(self) -> bool:
        """Whether inputs are put together from rows."""
        return (self.pack or 1) > 1 or any(one.is_table for one in (*self.inputs, *self.expected))

    @property
    def given_count(self) -> int:
        """Ciphertexts of those that are given."""
        return -(-self.row_count // (self.pack or 1))

    @property
    def input_count(self) -> int:
        """Inputs of the circuit: those that are given, then random ones."""
        return self.given_count + self.random_inputs

    @model_validator(mode="after")
    def _inputs_fit(self) -> Self:
        if self.input_count == 0:
            raise ValueError(
                "name inputs = [files], or values such as [[[1, 2], [3, 4]]], or draw them: "
                "random_inputs = 3"
            )
        has_tables = any(one.is_table for one in (*self.inputs, *self.expected))
        if self.expected and len(self.expected) != len(self.inputs) and not has_tables:
            raise ValueError(
                f"{len(self.expected)} expected answers for {len(self.inputs)} inputs: "
                "one for each, in the same order"
            )
        if not any(one.is_table for one in self.inputs):
            for name in ("rows", "columns"):
                if getattr(self, name) is not None:
                    raise ValueError(f'{name} is for inputs = [a table], such as "inputs.csv"')
        if self.pack is not None and not self.inputs:
            raise ValueError("pack is for inputs = [a table, files or values], which share vectors")
        if self.fill and (has_tables or (self.pack or 1) > 1):
            raise ValueError("fill completes inputs = [files or values], not rows of a table")
        if self.answers_decide and not self.expected:
            raise ValueError("answers_decide needs expected = [files or values]")
        if self.fill and (self.answers_decide or not self.inputs):
            raise ValueError("fill completes inputs = [files or values], whose answers are checked")
        return self

    def with_files(self, folder: Path, error: type[DocumentError]) -> Self:
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
    """`[[circuit]]`: a circuit in a file, or a netlist, of which each slot computes an instance."""

    file: File
    batch: Annotated[Whole, Field(ge=1, le=1 << 17)] | None = None

    @model_validator(mode="before")
    @classmethod
    def _take_name(cls, document: Any) -> Any:
        return _named(document, "file")

    def with_files(self, folder: Path, error: type[DocumentError]) -> Self:
        """With every file found and hashed."""
        file = self.file.bound(folder, CIRCUIT_BYTES, error)
        return super().with_files(folder, error).model_copy(update={"file": file})

    @property
    def origin(self) -> str:
        """Where the circuit comes from, for people."""
        return self.file.path if self.file.text is None else f"{self.file.path} (given as text)"


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


class Library(Given):
    """`[[library]]`: a function of the library, `batch` instances in the slots."""

    name: Annotated[str, Field(pattern=NAME)]
    function: Annotated[str, Field(min_length=1, max_length=64)]
    variant: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    width: Annotated[Whole, Field(ge=1, le=1024)] | None = None
    batch: Annotated[Whole, Field(ge=1, le=1 << 17)] = 1

    @model_validator(mode="before")
    @classmethod
    def _take_function(cls, document: Any) -> Any:
        if isinstance(document, Mapping) and "name" in document and "function" not in document:
            return {**document, "function": document["name"]}
        return document

    @property
    def origin(self) -> str:
        """Where the circuit comes from, for people."""
        variant = "" if self.variant is None else f", {self.variant}"
        return f"{self.function} of the library{variant}"


class Function(Given):
    """`[[function]]`: a function of Python in a file, traced (docs/tracing.md).

    `files` are modules and data beside it: traced in a process of its own it sees no others.
    """

    file: File
    files: Annotated[tuple[File, ...], Field(max_length=100)] | None = None
    function: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z_0-9]{0,127}$")]
    name: Annotated[str, Field(pattern=NAME)]
    modulus: Annotated[Whole, Field(ge=2, lt=1 << 62)] | None = None
    bound: Annotated[float, Field(gt=0, le=2.0**40, allow_inf_nan=False)] | None = None
    batch: Annotated[Whole, Field(ge=1, le=1 << 17)] | None = None
    vectors: dict[str, Annotated[Whole, Field(ge=1, le=10_000)]] = {}

    @model_validator(mode="before")
    @classmethod
    def _take_name(cls, document: Any) -> Any:
        if isinstance(document, Mapping) and "name" not in document:
            function = document.get("function")
            if isinstance(function, str):
                return {**document, "name": name_of(function.replace("_", "-") + ".py")}
        return document

    def with_files(self, folder: Path, error: type[DocumentError]) -> Self:
        """With every file found and hashed."""
        update: dict[str, Any] = {"file": self.file.named(error).bound(folder, SOURCE_BYTES, error)}
        if self.files is not None:
            update["files"] = tuple(
                one.named(error).bound(folder, BESIDE_BYTES, error) for one in self.files
            )
        return super().with_files(folder, error).model_copy(update=update)

    @property
    def code(self) -> tuple[FileRef, ...]:
        """The file with the function, and those beside it."""
        return (self.file, *(self.files or ()))

    def read_files(self, error: type[DocumentError]) -> list[tuple[str, bytes]]:
        """Names, without `..`, and contents of these. Raises `error`."""
        left, found = BESIDE_BYTES, []
        for one in self.code:
            content = one.read(SOURCE_BYTES if one is self.file else BESIDE_BYTES, error)
            left -= len(content)
            if left < 0:
                raise error(f"{self.origin}: files of more than {BESIDE_BYTES} bytes together")
            found.append((os.path.normpath(one.path), content))
        return found

    @property
    def origin(self) -> str:
        """Where the circuit comes from, for people."""
        return f"{self.file.path}:{self.function}"


Own = CircuitFile | Expression | Library | Function
"""A computation of one's own, however it came."""
