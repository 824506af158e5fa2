"""What takes more than one gate: powers, products with matrices, entries, equality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.trace.encrypted import Encrypted
from ringassay.trace.errors import refuse

if TYPE_CHECKING:
    from ringassay.trace.vector import Vector


def is_vector(value: Any) -> bool:
    """Whether it is encrypted."""
    return isinstance(value, Encrypted)


def power(base: Vector, exponent: Any) -> Any:
    """base^exponent, at the least depth: log2 of the exponent, rounded up."""
    if is_vector(exponent) or isinstance(exponent, bool) or not _is_whole(exponent):
        raise refuse("an exponent is a whole number that is known when the function is traced")
    if exponent < 0:
        raise refuse("a negative exponent: there is no division")
    if exponent == 0:
        # As numpy: one everywhere, zero to the zero included.
        return base * 0 + 1
    powers = {1: base}
    return _power(powers, int(exponent))


def _power(powers: dict[int, Vector], exponent: int) -> Vector:
    if exponent not in powers:
        half = exponent // 2
        powers[exponent] = _power(powers, half) * _power(powers, exponent - half)
    return powers[exponent]


def polynomial(coefficients: Any, x: Vector) -> Any:
    """The polynomial with these coefficients, the highest first, as `np.polyval` has them.

    From the powers of x, so at the depth of the highest, where Horner's rule takes one level for
    each degree. Reals have a gate for it.
    """
    given = x.space.constant(coefficients)
    if given.ndim != 1:
        raise refuse("coefficients are one list of numbers")
    if x.space.reals:
        lowest_first = np.trim_zeros(given, "f")[::-1]
        if len(lowest_first) < 2:
            return x * 0 + (lowest_first[0] if len(lowest_first) else 0.0)
        ones = np.ones(x.size if x._size is not None else x.space.length)
        value = x._made(
            x._recorder.poly(
                x._node, tuple(map(complex if x.space.is_complex else float, lowest_first))
            ),
            x._size,
        )
        # Behind a short vector the polynomial of zero is its constant.
        return value if x._size in {None, x.space.length} else value * ones
    powers = {1: x}
    total: Any = x * 0
    for degree, coefficient in enumerate(given[::-1]):
        if coefficient == 0:
            continue
        term = coefficient if degree == 0 else _power(powers, degree) * coefficient
        total = total + term
    return total


def equal(a: Vector, b: Any) -> Vector:
    """One where both are equal, else zero."""
    if a.space.reals:
        raise refuse(
            f"== on {a.space}: approximate values are never equal, and no polynomial compares"
        )
    difference = a._combined("-", b)
    if a.space.bits:
        return difference._complement()
    if not a.space.has_fermat():
        raise refuse(
            f"== on {a.space}: it is 1 - (a - b)^(t - 1), for a prime t of at most 20 bits only"
        )
    unequal: Vector = power(difference, a.space.order - 1)
    return unequal._complement()


def roll(x: Vector, shift: Any) -> Vector:
    """Entry i goes to i + shift, round the end."""
    if is_vector(shift) or not _is_whole(shift):
        raise refuse("the amount of a rotation is a whole number known when the function is traced")
    if x._size is None:
        return x
    if x._size == x.space.length:
        return x._made(x._recorder.rotate(x._node, int(shift)), x._size, bit=x._bit)
    return _gathered(x, (np.arange(x._size) - int(shift)) % x._size)


def gather(x: Vector, index: Any) -> Vector:
    """As numpy's indices: a number, a slice, an array of numbers or of booleans."""
    if is_vector(index):
        raise refuse("an encrypted index: multiply with a mask of comparisons, index == i")
    if x._size is None:
        if index in ((), Ellipsis):
            return x
        raise refuse("a number has no entries")
    try:
        places = np.arange(x._size)[index]
    except (IndexError, TypeError) as error:
        raise refuse(str(error)) from None
    if places.ndim == 0:
        mask = np.zeros(x._size, dtype=object)
        mask[int(places)] = 1
        return (x * mask).sum()
    if places.ndim > 1:
        raise refuse("an index of two dimensions")
    return _gathered(x, places)


def _gathered(x: Vector, places: NDArray[np.int64]) -> Vector:
    """Entry j is entry places[j] of x: a rotation and a mask for each distance that occurs."""
    size, length, recorder = len(places), x.space.length, x._recorder
    if size > length:
        raise refuse(f"{size} entries: vectors have at most {length}")
    if size == 0:
        raise refuse("a vector without entries")
    shifts = (np.arange(size) - places) % length
    total: int | None = None
    for shift in np.unique(shifts):
        mask = recorder.padded((shifts == shift).astype(object))
        term = recorder.mul_const(recorder.rotate(x._node, int(shift)), mask)
        total = term if total is None else recorder.add(total, term)
    assert total is not None
    return x._made(total, size, bit=x._bit)


def matmul(a: Any, b: Any) -> Any:
    """a @ b, where at least one is encrypted: dot products, a matrix times a vector."""
    if is_vector(a) and is_vector(b):
        _same_length(a, b.shape)
        return (a * b).sum()
    x, other, transposed = (a, b, True) if is_vector(a) else (b, a, False)
    matrix = x.space.constant(other)
    if matrix.ndim == 0 or x._size is None:
        raise refuse("@ takes vectors and matrices: multiply numbers with *")
    if matrix.ndim == 1:
        _same_length(x, matrix.shape)
        return (x * matrix).sum()
    if matrix.ndim > 2:
        raise refuse(f"a vector times an array of {matrix.ndim} dimensions")
    matrix = matrix.T if transposed else matrix
    _same_length(x, matrix.shape[1:])
    return _times(matrix, x)


def _same_length(x: Vector, shape: tuple[int, ...]) -> None:
    if x.shape != shape or x._size is None:
        raise refuse(f"a vector of {x.size} entries against {' × '.join(map(str, shape)) or 'one'}")


def _times(matrix: NDArray[Any], x: Vector) -> Vector:
    """The matrix times the vector, by diagonals (Halevi and Shoup, 2014/106, section 4.3).

    Diagonal s has M[i, i - s]; the product is the sum of the diagonals times x rotated by s. With
    s = g·B + b, rotations of x by b are shared and only sums are rotated by g·B: two square roots
    of rotations instead of one for each diagonal.
    """
    rows, columns = matrix.shape
    length, recorder = x.space.length, x._recorder
    if rows > length:
        raise refuse(f"a product of {rows} entries: vectors have at most {length}")
    if rows == 0:
        raise refuse("a matrix without rows")
    where = np.arange(rows)
    distances = np.unique((where[:, None] - np.arange(columns)) % length)
    diagonals: dict[int, NDArray[Any]] = {}
    for shift in map(int, distances):
        column = (where - shift) % length
        diagonal = np.zeros(length, dtype=object)
        inside = column < columns
        diagonal[:rows][inside] = matrix[where[inside], column[inside]]
        if diagonal.any():
            diagonals[shift] = diagonal
    step = max(1, round(np.sqrt(len(diagonals))))
    total: int | None = None
    for giant in range(0, length, step):
        part: int | None = None
        for shift in range(giant, min(giant + step, length)):
            if shift in diagonals:
                entries = recorder.padded(np.roll(diagonals[shift], -giant))
                rotated = recorder.rotate(x._node, shift - giant)
                term = recorder.mul_const(rotated, entries)
                part = term if part is None else recorder.add(part, term)
        if part is not None:
            part = recorder.rotate(part, giant)
            total = part if total is None else recorder.add(total, part)
    if total is None:
        total = recorder.mul_const(x._node, recorder.padded(np.zeros(1, dtype=object)))
    return x._made(total, rows)


def stack(parts: Any) -> Any:
    """Numbers as the entries of a vector."""
    given = list(parts)
    size = len(given)
    first = next(part for part in given if is_vector(part))
    total: Any = None
    for at, part in enumerate(given):
        if (part.shape if is_vector(part) else np.shape(part)) != ():
            raise refuse("np.stack takes numbers here: the rows of a matrix stay a list")
        place = np.zeros(size, dtype=object)
        place[at] = 1
        term = part * place
        total = term if total is None else total + term
    return first._as_bit(total) if all(is_vector(p) and p._bit for p in given) else total


def concatenate(parts: Any) -> Any:
    """Vectors one behind the other."""
    given = list(parts)
    first = next(part for part in given if is_vector(part))
    length, recorder = first.space.length, first._recorder
    sizes = [part.size if is_vector(part) else np.size(part) for part in given]
    size = sum(sizes)
    if size > length:
        raise refuse(f"{size} entries: vectors have at most {length}")
    total, before = None, 0
    constant = np.zeros(size, dtype=object)
    for part, width in zip(given, sizes, strict=True):
        if is_vector(part):
            if part._size is None:
                raise refuse("np.concatenate takes vectors: stack numbers with np.stack")
            moved = recorder.rotate(part._node, before)
            total = moved if total is None else recorder.add(total, moved)
        else:
            constant[before : before + width] = first.space.constant(part)
        before += width
    assert total is not None
    return first._made(total, size) + constant


def where(condition: Any, a: Any, b: Any) -> Any:
    """a where the condition holds, else b."""
    if is_vector(condition):
        if not condition._bit:
            raise refuse("a condition is a bit, or what a comparison gives")
        return b + condition * (a - b)
    mask = np.asarray(condition).astype(bool).astype(object)
    first = a if is_vector(a) else b
    if is_vector(a) and is_vector(b) and a.shape == b.shape == mask.shape:
        entries = first._recorder.mask(mask)
        chosen = first._recorder.select(a._node, b._node, entries)
        return first._made(chosen, first._size, bit=a._bit and b._bit)
    return first._lifted(a) * mask + first._lifted(b) * (1 - mask)


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer))
