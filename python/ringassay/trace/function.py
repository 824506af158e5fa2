"""From a function to its circuit."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ringassay.circuit import Circuit
from ringassay.trace.clear import entries, judged
from ringassay.trace.elementwise import check_size
from ringassay.trace.errors import TraceError, failed
from ringassay.trace.recorder import Recorder
from ringassay.trace.space import Space
from ringassay.trace.values import Value, combined
from ringassay.trace.vector import Vector

_SPACE = "__ringassay_space__"

MAX_INPUTS = 10_000
"""Vectors that a function takes at most."""


@dataclass(frozen=True)
class Vectors:
    """An annotation: this parameter is a list of `count` vectors, such as the rows of a matrix."""

    count: int


@dataclass(frozen=True)
class Parameter:
    """What a function takes: one vector, or a list of `count`."""

    name: str
    count: int | None

    @property
    def wires(self) -> int:
        """Input wires that it takes."""
        return 1 if self.count is None else self.count

    def names(self) -> list[str]:
        """The names of its wires."""
        if self.count is None:
            return [self.name]
        return [f"{self.name}[{index}]" for index in range(self.count)]


@dataclass(frozen=True)
class Traced:
    """A function and the circuit that it became."""

    function: Callable[..., Any]
    space: Space
    parameters: tuple[Parameter, ...]
    circuit: Circuit
    shapes: tuple[tuple[int, ...], ...]
    """For each output the shape of numpy's array, whose entries lie row by row in the slots, zeros
    behind them; `()` of a number, which lies in every slot."""

    @property
    def inputs(self) -> list[str]:
        """The names of the circuit's wires."""
        return [name for parameter in self.parameters for name in parameter.names()]

    @property
    def scalars(self) -> tuple[bool, ...]:
        """For each output, whether it is a number, which lies in every slot."""
        return tuple(not shape for shape in self.shapes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """For each output its entries; zeros follow in the slots behind."""
        return tuple(int(np.prod(shape)) for shape in self.shapes)

    def clear(self, *arguments: Any) -> Any:
        """The function itself, called with plain arrays of numpy of `length` entries.

        Its results, integers reduced modulo t. Raises `TraceError` where the function does, and
        where numpy's machine integers overflow and nothing else says what is right.
        """
        single = False

        def call(given: list[Any]) -> list[Any]:
            nonlocal single
            result = _called(self.function, given, "in the clear, called with arrays of numpy")
            single = not isinstance(result, (list, tuple))
            return _as_outputs(result)

        if len(arguments) != len(self.parameters):
            raise TraceError(f"{len(self.parameters)} arguments are wanted: {self.inputs}")
        try:
            found = judged(call, arguments, self.space, _name(self.function))
        except (ValueError, OverflowError) as error:
            raise TraceError(f"{_name(self.function)}: its arguments: {error}") from None
        shapes = tuple(one.shape for one in found)
        if shapes != self.shapes:
            raise TraceError(
                f"{_name(self.function)}: outputs of the shapes {shapes} in the clear, traced of "
                f"{self.shapes}: does it ask for the type of its arguments?"
            )
        return found[0] if single else found

    def answers(self, vectors: Sequence[Sequence[complex]]) -> list[list[Any]]:
        """What each output's slots have to be for these values of the wires, in the clear."""
        wires = iter(vectors)
        arguments: list[Any] = []
        for parameter in self.parameters:
            taken = [next(wires) for _ in range(parameter.wires)]
            arguments.append(taken[0] if parameter.count is None else taken)
        results = _as_outputs(self.clear(*arguments))
        return [entries(np.asarray(one), self.space) for one in results]

    def input_text(self, *arguments: Any) -> bytes:
        """These values as an input of the circuit (docs/formats.md)."""
        vectors: list[list[str]] = []
        for parameter, argument in zip(self.parameters, arguments, strict=True):
            for one in [argument] if parameter.count is None else argument:
                entry = self.space.constant(one)
                if entry.shape != (self.space.length,):
                    raise TraceError(f"{parameter.name} has {self.space.length} entries")
                vectors.append([self._text(value) for value in entry])
        between = "" if self.space.bits else ","
        texts = [between.join(vector) for vector in vectors]
        if not self.space.bits:
            texts = [f"[{text}]" for text in texts]
        return f"[{','.join(texts)}]".encode("ascii")

    def _text(self, value: Any) -> str:
        """An entry."""
        if not self.space.reals:
            return str(value)
        if not self.space.is_complex:
            return repr(float(value))
        imaginary = f"{float(value.imag)!r}i"
        return f"{float(value.real)!r}{'' if imaginary.startswith('-') else '+'}{imaginary}"


def computation(
    length: int,
    modulus: int | None = None,
    bound: float | None = None,
    dtype: type[float] | type[complex] = float,
) -> Callable[[Any], Any]:
    """Says over what a function computes: integers, reals up to a bound, or complex numbers of at
    most that absolute value (`dtype=complex`), bits without either."""
    space = Space(length, modulus, bound, dtype is complex)

    def mark(function: Any) -> Any:
        setattr(function, _SPACE, space)
        return function

    return mark


def space_of(
    function: Callable[..., Any],
    length: int | None = None,
    modulus: int | None = None,
    bound: float | None = None,
    dtype: type[float] | type[complex] | None = None,
) -> Space:
    """Over what a function computes: as asked, else as `computation` says. Raises `TraceError`."""
    marked: Space | None = getattr(function, _SPACE, None)
    is_marked = dtype is None and modulus is None and marked is not None and marked.is_complex
    length = length if length is not None else marked.length if marked else None
    if marked is not None and modulus is None and bound is None:
        modulus, bound = marked.modulus, marked.bound
    if length is None:
        raise TraceError(
            f"how many entries do the vectors of {_name(function)} have? Say so with "
            "@computation(length=64, modulus=65537) above it, or --batch and --modulus"
        )
    return Space(length, modulus, bound, is_marked or dtype is complex)


def trace(
    function: Callable[..., Any],
    length: int | None = None,
    modulus: int | None = None,
    inputs: Mapping[str, int] | None = None,
    bound: float | None = None,
    *,
    dtype: type[float] | type[complex] | None = None,
) -> Traced:
    """Calls the function once on vectors that record what is done with them.

    Every parameter without a default is an encrypted vector, or a list of as many as `Vectors(n)`
    in its annotation, or `inputs`, says. Raises `TraceError` with the line of the function.
    """
    space = space_of(function, length, modulus, bound, dtype)
    parameters = _parameters(function, inputs or {})
    recorder = Recorder(space, sum(parameter.wires for parameter in parameters))
    given: list[Any] = []
    wire = 0
    for parameter in parameters:
        vectors = [Vector.wire(recorder, wire + index) for index in range(parameter.wires)]
        wire += parameter.wires
        given.append(vectors[0] if parameter.count is None else vectors)
    results = _as_outputs(_called(function, given, "while traced"))
    outputs = [_output(recorder, function, one) for one in results]
    if not outputs:
        raise TraceError(f"{_name(function)} returns nothing: return the vector to decrypt")
    names = [name for parameter in parameters for name in parameter.names()]
    circuit = recorder.finish([node for node, _ in outputs], names)
    return Traced(function, space, parameters, circuit, tuple(shape for _, shape in outputs))


def _parameters(function: Callable[..., Any], inputs: Mapping[str, int]) -> tuple[Parameter, ...]:
    try:
        signature = inspect.signature(function, eval_str=True)
    except (TypeError, ValueError, NameError) as error:
        raise TraceError(f"{_name(function)}: its parameters cannot be read: {error}") from error
    found = []
    for name, parameter in signature.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise TraceError(
                f"{_name(function)}: *{name}: name each parameter, or take a list, "
                f"{name}: Vectors(4)"
            )
        if parameter.default is not parameter.empty:
            continue
        if parameter.kind is parameter.KEYWORD_ONLY:
            raise TraceError(f"{_name(function)}: {name} has to be positional, or have a default")
        note = parameter.annotation
        count = inputs.get(name, note.count if isinstance(note, Vectors) else None)
        if count is not None and not 1 <= count <= MAX_INPUTS:
            raise TraceError(f"{name}: 1 to {MAX_INPUTS} vectors, not {count}")
        found.append(Parameter(name, count))
    unknown = set(inputs) - {parameter.name for parameter in found}
    if unknown:
        raise TraceError(f"{_name(function)} has no parameter {sorted(unknown)[0]!r}")
    if not found:
        raise TraceError(f"{_name(function)} takes no vectors: there is nothing to encrypt")
    return tuple(found)


def _called(function: Callable[..., Any], given: list[Any], when: str) -> Any:
    try:
        return function(*given)
    except TraceError:
        raise
    except RecursionError as error:
        raise failed(error, f"{_name(function)} {when} calls itself without end") from error
    except Exception as error:
        raise failed(error, f"{_name(function)} failed {when}") from error


def _as_outputs(result: Any) -> list[Any]:
    return list(result) if isinstance(result, (tuple, list)) else [result]


def _output(
    recorder: Recorder, function: Callable[..., Any], value: Any
) -> tuple[int, tuple[int, ...]]:
    """The node of a result, and the shape."""
    if isinstance(value, Vector):
        if value.engine is not recorder:
            raise TraceError(f"{_name(function)} returns a vector of another call")
        return value.read().node, value.shape
    if isinstance(value, (int, float, complex, np.number, np.bool_, np.ndarray)):
        # A constant result: zero times the first wire, plus the constant.
        array = recorder.space.exact(value)
        check_size(array.shape, recorder.space)
        count = array.size if array.ndim else None
        zero = Value(recorder, 0, recorder.space.length).zero()
        zero = Value(recorder, zero.node, count)
        flat = array.ravel() if array.ndim else array
        return combined("+", zero, flat, count).node, array.shape
    raise TraceError(
        f"{_name(function)} returns {type(value).__name__}: return a vector, or a tuple of vectors"
    )


def _name(function: Callable[..., Any]) -> str:
    code = getattr(inspect.unwrap(function), "__code__", None)
    name = getattr(function, "__name__", repr(function))
    return f"{code.co_filename}:{code.co_firstlineno}: {name}" if code else str(name)
