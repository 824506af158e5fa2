"""Values as text, in the notation of docs/formats.md: one reading and one writing for all spaces.

What a user writes is read by the compiled module alone (`canonical`), which says line, column and
what it expected; everything here works on the writer's form, of which it makes no exceptions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringassay.circuit import Circuit, FormatError
from ringassay.evaluation.data.signature import DTYPES, Signature
from ringassay.evaluation.suite import SuiteError
from ringassay.sut.complexes import format_complex, parse_complex

BOM = b"\xef\xbb\xbf"
"""What some editors put before a text."""


def canonical(text: bytes, circuit: Circuit, path: str) -> bytes:
    """An input in the writer's form. Raises `SuiteError`, with the place and what was expected."""
    try:
        return circuit.canonical_input(text.removeprefix(BOM))
    except FormatError as error:
        raise SuiteError(f"{path}: {error}; {wanted(circuit)}") from None


def wanted(circuit: Circuit) -> str:
    """What an input of a circuit looks like, in words."""
    takes = Signature.of(circuit)
    if circuit.summary()["dialect"] == "fan-in":
        return f"an input is a bit for each of {len(takes.names)} wires: [0101]"
    example = {
        "gf2": "[1100,0110]",
        "zt": "[[1,2],[3,4]]",
        "real": "[[0.5,-1],[0,1e-3]]",
        "complex": "[[0.5-1i,2i],[1,0]]",
    }[takes.space]
    return f"an input is a vector for each argument, such as {example}; here {takes}"


def split_input(text: bytes, *, bits: bool) -> list[list[str]]:
    """The entries of each vector of an input, as they are written, without spaces."""
    body = squeezed(text)[1:-1]
    if bits:
        return [list(re.sub("[^01]", "", one)) for one in re.findall(r"\[[01,]*\]|[01]+", body)]
    return [one.split(",") for one in body.removeprefix("[").removesuffix("]").split("],[")]


def split_output(text: bytes, *, bits: bool) -> list[list[str]]:
    """Likewise of an output."""
    vectors = [one.removeprefix("[").removesuffix("]") for one in squeezed(text).split(";")]
    return [list(one.replace(",", "")) if bits else one.split(",") for one in vectors]


def squeezed(text: bytes) -> str:
    """A text without its spaces."""
    return b"".join(text.split()).decode("utf-8", "replace")


def join_input(vectors: Iterable[Sequence[str]], *, bits: bool) -> bytes:
    """The input whose vectors have these entries."""
    texts = ("".join(one) if bits else f"[{','.join(one)}]" for one in vectors)
    return f"[{','.join(texts)}]".encode("ascii")


def join_output(vectors: Iterable[Sequence[str]], *, bits: bool) -> bytes:
    """The output whose vectors have these entries."""
    texts = ("".join(one) if bits else f"[{','.join(one)}]" for one in vectors)
    return ";".join(texts).encode("ascii")


def entries(vector: NDArray[Any], space: str) -> list[str]:
    """The entries of a vector as text, in the shortest form that is read back as the same."""
    if space == "complex":
        return [format_complex(complex(value)) for value in vector.tolist()]
    if space == "real":
        return [repr(float(value) + 0.0) for value in vector.tolist()]
    return [str(int(value)) for value in vector.tolist()]


def input_text(vectors: NDArray[Any], space: str, *, fan_in: bool = False) -> bytes:
    """An input: a row of values for each wire."""
    if fan_in:
        return f"[{''.join(entries(vectors.ravel(), space))}]".encode("ascii")
    return join_input((entries(one, space) for one in vectors), bits=space == "gf2")


def output_text(vectors: Iterable[NDArray[Any]], space: str) -> bytes:
    """An output: a vector for each output of a circuit."""
    return join_output((entries(one, space) for one in vectors), bits=space == "gf2")


def input_values(text: bytes, space: str) -> NDArray[Any]:
    """The values of an input in the writer's form: a row for each wire."""
    vectors = split_input(text, bits=space == "gf2")
    return np.array([[number(entry, space) for entry in one] for one in vectors], DTYPES[space])


def number(text: str, space: str) -> Any:
    """An entry's value in the writer's form. Raises `ValueError`."""
    if space == "complex":
        found = parse_complex(text)
        if found is None:
            raise ValueError(f"not a complex number: {text}")
        return found
    return float(text) if space == "real" else int(text)


def plain(output: bytes, space: str) -> bytes:
    """An output with the nearest double of each entry, in its shortest form, over real and complex
    numbers; as it is in other spaces."""
    from ringassay.evaluation.judgement import complexes_of, numbers_of  # noqa: PLC0415

    if space not in ("real", "complex"):
        return output
    read = complexes_of if space == "complex" else numbers_of
    return output_text((np.array(one) for one in read(output)), space)
