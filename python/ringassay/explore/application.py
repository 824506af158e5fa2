"""The application of an exploration, as counts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ringassay.circuit import Circuit, FormatError
from ringassay.explore.app import App, AppError

if TYPE_CHECKING:
    from ringassay._native import Facts

CIRCUIT_BYTES = 256 << 20


def facts_of(app: App, folder: Path) -> Facts:
    """What the application asks of a scheme; a circuit's path is relative to `folder`.

    Constants of an expression are integers mod the smallest t explored: which are 0 or 1 can
    depend on it. Raises `AppError`, also where a block's depth formula is not about such an
    application.
    """
    facts = _read(app, folder)
    for block in app.scheme:
        is_chain = facts["input_products"] == facts["multiplications"]
        if (block.scheme, block.formula) == ("shield", "chain") and not is_chain:
            raise AppError(
                f"scheme {block.name!r}: formula chain is for applications in which one factor of "
                "every product is an input; use tree"
            )
    return facts


def _read(app: App, folder: Path) -> Facts:
    expression = app.application.expression
    try:
        if expression is not None:
            smallest = min(t for block in app.scheme for t in block.t)
            return Circuit.expression(expression, smallest).facts()
        path = folder / (app.application.circuit or "")
        with path.open("rb") as file:
            data = file.read(CIRCUIT_BYTES + 1)
        if len(data) > CIRCUIT_BYTES:
            raise AppError(f"{path}: larger than {CIRCUIT_BYTES} bytes")
        return Circuit.parse(data).facts()
    except FormatError as error:
        what = "application.expression" if expression is not None else app.application.circuit
        raise AppError(f"{what}: {error}") from None
    except OSError as error:
        raise AppError(f"{error.filename}: cannot be read ({error.strerror})") from None
