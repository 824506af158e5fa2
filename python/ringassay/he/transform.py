"""Matrices that multiply encrypted vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ringassay import _native
from ringassay.he.ciphertext import Ciphertext

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ringassay.he.parameters import Parameters

C = TypeVar("C", bound=Ciphertext)


def square(matrix: NDArray[Any], length: int) -> NDArray[Any]:
    """The rows of a matrix, one after the other. Raises `VectorError` for another shape."""
    if matrix.shape != (length, length):
        raise _native.VectorError(
            f"a matrix of shape {matrix.shape}: for vectors of {length} entries it has "
            f"{length} rows and columns"
        )
    return matrix.reshape(-1)


class Transform(Generic[C]):
    """A square matrix, made by `Parameters.transform`, that multiplies encrypted vectors.

    `transform @ ciphertext` takes about 2·√d rotations for d diagonals that are not 0, of which
    each is less than a rotation of its own (baby steps and giant steps with double hoisting,
    2014/106, 2020/1203). Diagonals are prepared when they are first used, for each level of
    ciphertexts.
    """

    def __init__(
        self, parameters: Parameters, native: _native.PackedTransform, is_complex: bool
    ) -> None:
        self.parameters: Any = parameters
        self.native = native
        self.is_complex = is_complex

    @property
    def rotations(self) -> int:
        """The number of rotation keys that it takes: `keys(rotations=transform)` makes them."""
        return self.native.rotations

    @property
    def steps(self) -> tuple[int, int]:
        """Baby steps and giant steps, those that rotate nothing left out."""
        return self.native.steps

    def __matmul__(self, ciphertext: C) -> C:
        """The matrix times the vector, as `ciphertext.transform(self)`."""
        if not isinstance(ciphertext, Ciphertext):
            return NotImplemented
        return ciphertext.transform(self)

    def __repr__(self) -> str:
        """Rows and steps."""
        babies, giants = self.steps
        return (
            f"<transform of {self.parameters.length} entries: {babies} baby steps, {giants} giant "
            "steps>"
        )
