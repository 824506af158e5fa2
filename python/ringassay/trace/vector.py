"""An encrypted array, as a traced function sees it: it behaves as numpy's, or refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import NDArray

from ringassay.trace import elementwise, functions, indexing
from ringassay.trace.encrypted import Encrypted
from ringassay.trace.engine import Engine
from ringassay.trace.errors import refuse
from ringassay.trace.memory import Memory, PartMemory
from ringassay.trace.space import Space
from ringassay.trace.values import Value

NO_ARRAY = (
    "an array of numpy cannot hold encrypted values: np.zeros_like(x) makes an array that can, "
    "np.stack([…]) one of several, x.copy() a copy"
)


class Vector(NDArrayOperatorsMixin, Encrypted):
    """An encrypted array, or number, of one or more dimensions, its entries row by row in slots.

    Behaves as numpy's: operators, views, assignments, functions and methods, or is refused with
    the line. A number lies in every slot; behind an array's entries lie zeros.
    """

    # Of numpy's operators ours is asked first.
    __array_priority__ = 1000.0
    # Equality is a gate.
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, memory: Memory, places: Any) -> None:
        """A view of memory. Numpy's numbers, in contrast to arrays, are copies."""
        self._memory = memory
        self._is_number = not isinstance(places, np.ndarray)
        # A number of Python's, as np.count_nonzero gives one, has no type among numpy's.
        self._is_python = False
        self._places: NDArray[np.int64] = np.asarray(places)

    @classmethod
    def made(cls, value: Value, like: Any, dtype: Any = None) -> Vector:
        """New memory with this content, row by row: an array or a number as numpy's, `like`."""
        shape = np.shape(like)
        whole = value.widened(int(np.prod(shape))) if shape else value.spread()
        memory = Memory(whole, np.asarray(like).dtype if dtype is None else dtype)
        if not isinstance(like, np.ndarray):
            made = cls(memory, np.int64(0))
            made._is_python = isinstance(like, int)
            return made
        places = np.empty_like(like, dtype=np.int64, subok=False)
        places[...] = memory.places.reshape(like.shape)
        memory.places = places
        return cls(memory, places)

    @classmethod
    def wire(cls, engine: Engine, node: Any, *, is_number: bool = False) -> Vector:
        """An argument of the function."""
        space = engine.space
        top = 0 if space.reals else space.order - 1
        value = Value(engine, node, None if is_number else space.length, 0, top)
        like = space.dtype().type(0) if is_number else np.empty(space.length, space.dtype())
        return cls.made(value, like)

    # What it is.

    @property
    def shape(self) -> tuple[int, ...]:
        """As numpy's."""
        return self._places.shape

    @property
    def ndim(self) -> int:
        """Dimensions."""
        return self._places.ndim

    @property
    def size(self) -> int:
        """Number of entries."""
        return self._places.size

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type that numpy's array would have."""
        return self._memory.dtype

    @property
    def engine(self) -> Engine:
        """What computes with it."""
        return self._memory.engine

    @property
    def space(self) -> Space:
        """Over what it is."""
        return self._memory.engine.space

    def __len__(self) -> int:
        """The first dimension."""
        if not self.shape:
            raise refuse("a number has no length")
        return self.shape[0]

    def __iter__(self) -> Iterator[Vector]:
        """Each entry as a number, which takes a mask and a sum; or each row."""
        return (self[at] for at in range(len(self)))

    def __repr__(self) -> str:
        """For debuggers."""
        return f"Vector({self.shape}, {self.dtype}, {self.space})"

    # Entries and views.

    def __getitem__(self, index: Any) -> Vector:
        return indexing.get(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        indexing.put(self, index, value)

    @property
    def T(self) -> Vector:  # noqa: N802
        """The transposed view."""
        return self.viewed(self._places.T)

    @property
    def real(self) -> Any:
        """The real parts, a view."""
        return self._part("real") if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value: Any) -> None:
        if self.dtype.kind == "c":
            raise refuse("a change of .real: build the whole number, a + 1j * b")
        self[...] = value

    @property
    def imag(self) -> Any:
        """The imaginary parts."""
        return self._part("imag") if self.dtype.kind == "c" else functions.call(np.imag, (self,))

    def _part(self, part: Any) -> Vector:
        memory = PartMemory(self._memory, part)
        memory.places = self._memory.places
        return Vector(memory, self._places[()] if self._is_number else self._places)

    def copy(self, order: str = "C") -> Vector:
        """New memory with the same content."""
        dummy = self.dummy()
        return self.made(self.read(), dummy if self._is_number else dummy.copy(order))

    def flatten(self, order: Any = "C") -> Vector:
        """A copy of one dimension."""
        flat: Vector = functions.call(np.ravel, (self, order))
        return flat.copy()

    def __copy__(self) -> Vector:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Vector:
        return self.copy()

    def astype(self, dtype: Any, order: Any = "K", casting: str = "unsafe", **_: Any) -> Vector:
        """Another type, where that changes no value."""
        wanted = np.dtype(dtype)
        if not np.can_cast(self.dtype, wanted, casting=casting):  # type: ignore[arg-type]
            raise refuse(f"a cast from {self.dtype} to {wanted} according to {casting!r}")
        value = elementwise.cast(self.read(), self.dtype, wanted)
        options = {} if self._is_number else {"order": order}
        return self.made(value, self.dummy().astype(wanted, **options))

    def __getattr__(self, name: str) -> Any:
        """Methods of numpy's arrays that are functions as well; of others, why there are none."""
        if name in functions.METHODS:
            function = functions.METHODS[name]
            return lambda *args, **options: functions.call(function, (self, *args), options)
        if hasattr(np.ndarray, name) and not name.startswith("__"):
            raise functions.unknown(f".{name}")
        note = ": np.roll(x, shift) is a function" if name == "roll" else ""
        raise AttributeError(f"arrays of numpy have no attribute {name!r}{note}")

    def reshape(self, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
        """As numpy's."""
        wanted = shape[0] if len(shape) == 1 else shape
        return functions.call(np.reshape, (self, wanted), {"order": order, "copy": copy})

    def transpose(self, *axes: Any) -> Any:
        """As numpy's."""
        wanted = axes[0] if len(axes) == 1 else axes or None
        return functions.call(np.transpose, (self, wanted))

    # What has no circuit.

    def __bool__(self) -> bool:
        raise refuse(
            "a branch on an encrypted value: nobody knows it while the circuit is made. Compute "
            "both sides and choose with np.where(condition, a, b)"
        )

    def __index__(self) -> int:
        raise refuse("an encrypted number as an index, a count or an amount of a rotation")

    def __int__(self) -> int:
        raise refuse(f"an encrypted value cannot be read as an integer; {NO_ARRAY}")

    def __float__(self) -> float:
        raise refuse(f"an encrypted value cannot be read as a number; {NO_ARRAY}")

    def __complex__(self) -> complex:
        raise refuse(f"an encrypted value cannot be read as a number; {NO_ARRAY}")

    def __contains__(self, value: Any) -> NoReturn:
        raise refuse("whether an entry occurs, nobody knows: (x == value).sum() counts")

    def __format__(self, spec: str) -> str:
        raise refuse("an encrypted value as text")

    __str__ = __repr__

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise refuse(f"an encrypted array is no array of numpy: {NO_ARRAY}")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        return functions.ufunc(ufunc, method, inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        return functions.call(function, args, options)

    # For the modules of this package.

    @property
    def is_number(self) -> bool:
        """Whether it is one of numpy's numbers, not an array."""
        return self._is_number

    @property
    def places(self) -> NDArray[np.int64]:
        """Where in the memory its entries lie."""
        return self._places

    @property
    def memory(self) -> Memory:
        """The memory."""
        return self._memory

    def read(self, shape: tuple[int, ...] | None = None) -> Value:
        """The entries in a row, repeated to a shape; a number stays one."""
        places = self._places
        if self._memory.value.count is None and not places.ndim:
            return self._memory.value
        if shape is not None and places.size > 1:
            places = np.broadcast_to(places, shape)
        elif shape is not None and int(np.prod(shape)) > 1:
            return self._memory.read(places.reshape(()))
        return self._memory.read(places)

    def viewed(self, places: Any) -> Vector:
        """Another view of the same memory; a copy where numpy made one."""
        elementwise.check_size(np.shape(places), self.space)
        if isinstance(places, np.ndarray) and np.may_share_memory(places, self._memory.places):
            return Vector(self._memory, places)
        return Vector.made(self._memory.read(np.asarray(places)), places, self.dtype)

    def dummy(self) -> Any:
        """A plain array, or number, of the same shape, type and order in memory: numpy says what it
        does with it."""
        if self._is_number:
            return 1 if self._is_python else self.dtype.type(1)
        return np.ones_like(self._places, dtype=self.dtype)
