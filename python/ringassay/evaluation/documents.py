"""TOML files that people write: read within bounds, checked against a model, problems in words."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from ringassay.errors import UserError

MAX_FILE_BYTES = 1 << 20
MAX_EXPONENT = 400
"""Of ten: more than floating-point numbers have."""
"""Such a file is at most this large."""

Model = TypeVar("Model", bound=BaseModel)


class DocumentError(UserError):
    """A file that cannot be used; the message names file, field and what is allowed."""


def read_document(path: str | Path, error: type[DocumentError], what: str) -> str:
    """The text of a file, `what` in errors. Raises `error`."""
    file = Path(path)
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as problem:
        raise error(f"{file}: cannot be read ({problem.strerror})") from problem
    if len(data) > MAX_FILE_BYTES:
        raise error(f"{file}: larger than {MAX_FILE_BYTES} bytes, the most {what} may have")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise error(f"{file}: not UTF-8 text (byte {problem.start})") from problem


def decimal(text: str) -> Decimal:
    """A number of a document, exactly. Raises `ValueError` for one that takes more to write out.

    `1e300000000` has eleven characters and, without an exponent, 300 million digits.
    """
    number = Decimal(text)
    if number.is_finite():
        exponent = number.as_tuple().exponent
        assert isinstance(exponent, int)
        if max(abs(exponent), abs(number.adjusted())) > MAX_EXPONENT + len(text):
            raise ValueError(f"a number beyond all bounds: {text[:40]}")
    return number


def parse_toml(text: str, origin: str, error: type[DocumentError]) -> dict[str, Any]:
    """The document, its decimals exact. Raises `error`."""
    try:
        return tomllib.loads(text, parse_float=decimal)
    except (RecursionError, ValueError, ArithmeticError) as problem:
        said = str(problem) or "a number beyond all bounds"
        raise error(f"{origin}: not valid TOML: {said}") from problem


def validated(
    model: type[Model],
    document: dict[str, Any],
    origin: str,
    error: type[DocumentError],
    page: str = "`ringassay --page suites`",
) -> Model:
    """The document as a model; `page` describes the fields. Raises `error`, a line per problem."""
    try:
        return model.model_validate(document)
    except ValidationError as invalid:
        found = invalid.errors(include_url=False)
        inner = {item["loc"][:depth] for item in found for depth in range(len(item["loc"]))}
        # A list whose entries are wrong is also reported as too short: the entries say more.
        problems = [_explain(item, document, page) for item in found if item["loc"] not in inner]
        shown = problems[:10]
        if len(problems) > 10:
            shown.append(f"and {len(problems) - 10} more problems")
        raise error("\n".join(f"{origin}: {problem}" for problem in shown)) from None


def _explain(problem: ErrorDetails, document: dict[str, Any], page: str) -> str:
    """One line: the field as the file spells it, what is wrong, what is allowed."""
    place = ""
    at: Any = document
    for part in problem["loc"]:
        if isinstance(part, int):
            at = at[part] if isinstance(at, (list, tuple)) and part < len(at) else None
            name = at.get("name") if isinstance(at, dict) else None
            place += f"[{part}]" + (f" ({name})" if isinstance(name, str) else "")
        elif part != "[key]":
            at = at.get(part) if isinstance(at, dict) else None
            place += f".{part}" if place else str(part)
    message = problem["msg"].removeprefix("Value error, ").replace("Input should", "should")
    if problem["type"] == "extra_forbidden":
        message = f"there is no such field; see {page}"
    elif problem["type"] == "missing":
        message = "is required"
    elif problem["type"] == "too_short":
        message = "at least one entry is needed"
    given = problem["input"]
    if problem["type"] not in {"missing", "value_error"} and isinstance(given, (int, str, Decimal)):
        message += f" (got {str(given)[:80]!r})"
    return f"{place or 'the whole file'}: {message}"
