"""What an author's methods return, looked at before anything is said of it to the harness.

A wrong type is named with the method that returned it; an answer that is too short or unreduced,
with what to do about it.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob
from ringassay.sut.texts import KeyParameters, Vector


def chunks(party: object, method: str, value: object, *, single: bool = False) -> Sequence[Blob]:
    """The chunks that a method returned; `single` says that it may return one without a list."""
    wanted = "bytes, or a list of them" if single else "a list of chunks of bytes"
    if single and isinstance(value, (bytes, bytearray, memoryview)):
        return [value]
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise _wrong(party, method, f"{_kind(value)} itself", f"{wanted}: put it into a list")
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise _wrong(party, method, _kind(value), wanted)
    if not value:
        raise _wrong(party, method, "no chunk", f"{wanted}, at least one")
    for number, chunk in enumerate(value):
        try:
            memoryview(chunk)
        except TypeError:
            raise _wrong(party, method, f"{_kind(chunk)} as chunk {number}", wanted) from None
    return value


def outputs(party: object, method: str, value: object, params: KeyParameters) -> list[Vector]:
    """The vectors that a method returned: one as it is, or a list of several."""
    if isinstance(value, Sequence) and value and not isinstance(value, (str, bytes)):
        several = [item for item in value if hasattr(item, "__len__")]
        if len(several) == len(value):
            return [vector(party, method, item, params) for item in several]
    return [vector(party, method, value, params)]


def vector(party: object, method: str, value: object, params: KeyParameters) -> Vector:
    """The slots that a method returned: `batch` integers below the modulus, or numbers."""
    if params.reals is not None:
        number = complex if params.reals.is_complex else float
        return _numbers(party, method, value, params.batch, number)
    t = params.modulus or 2
    wanted = f"{params.batch} integers from 0 to {t - 1}"
    try:
        slots = list(map(operator.index, value))  # type: ignore[call-overload]
    except TypeError:
        raise _wrong(party, method, _no_vector(value), wanted) from None
    if len(slots) != params.batch:
        advice = "cut what lies behind the batch" if len(slots) > params.batch else "none may miss"
        raise _wrong(party, method, f"{len(slots)} values", f"{wanted}: {advice}")
    if slots and not (min(slots) >= 0 and max(slots) < t):
        at = next(number for number, slot in enumerate(slots) if not 0 <= slot < t)
        raise _wrong(party, method, f"{slots[at]} in slot {at}", f"{wanted}: reduce it mod {t}")
    return slots


def _numbers(
    party: object, method: str, value: object, batch: int, number: type[float] | type[complex]
) -> Vector:
    """Numbers, whatever they are: what is not finite is for the judge of answers."""
    wanted = f"{batch} {'real' if number is float else 'complex'} numbers"
    try:
        slots = [number(slot) for slot in value]  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        raise _wrong(party, method, _kind(value), wanted) from None
    if len(slots) != batch:
        raise _wrong(party, method, f"{len(slots)} values", wanted)
    return slots


def _no_vector(value: object) -> str:
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        return _kind(value)
    for number, slot in enumerate(value):
        if not hasattr(slot, "__index__"):
            return f"{_kind(slot)} in slot {number}"
    return _kind(value)


def _kind(value: object) -> str:
    if value is None:
        return "None (is a `return` missing?)"
    name = type(value).__name__
    return f"an {name}" if name[0].lower() in "aeio" else f"a {name}"


def _wrong(party: object, method: str, got: str, wanted: str) -> Failed:
    return Failed(f"{type(party).__name__}.{method} returned {got}; wanted are {wanted}")
