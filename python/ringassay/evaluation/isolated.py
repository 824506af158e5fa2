"""Functions of suites, traced in a process of their own (docs/suites.md).

The process is isolated as systems under test are. It is given the bytes of the files that the suite
names, whose hashes are known, and sees no other file of the user's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ringassay.circuit import Circuit
from ringassay.evaluation.given import CIRCUIT_BYTES, Function
from ringassay.evaluation.suite import SuiteError
from ringassay.evaluation.trust import require
from ringassay.harness import Bounds, Isolation
from ringassay.harness.alone import Asked, AskFailed, ask
from ringassay.trace import asked

SECONDS = 60.0
"""Wall time of a process: of a tracing, and of answers to some rows."""
MEMORY_BYTES = 2 << 30
SCRATCH_BYTES = 512 << 20
PROCESSES = 16
HEADER_BYTES = 1 << 20
"""Of an answer, beside the circuit or the numbers."""
NUMBER_BYTES = 64
"""Of a number in an answer, at most."""
NUMBERS = 1 << 20
"""Of the rows that one process is given, at most (but one input)."""
ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "RINGASSAY_THREADS"), "1"
)


@dataclass(frozen=True)
class IsolatedFunction:
    """What a function of a suite became."""

    given: Function
    circuit: Circuit
    scalars: tuple[bool, ...]
    """For each output, whether it is a number, which lies in every slot."""
    sizes: tuple[int, ...]
    """For each output its entries."""
    isolation: Isolation
    """What stood around the process."""

    def answers_to(self, rows: Sequence[Sequence[Sequence[complex]]]) -> list[list[list[Any]]]:
        """What the function gives for each row, in the clear, in another process. Raises
        `SuiteError`."""
        summary = self.circuit.summary()
        shape = (len(rows), len(self.sizes), int(summary["batch"]))
        numbers = shape[0] * shape[1] * shape[2]
        header, _ = _asked(self.given, rows, HEADER_BYTES + numbers * NUMBER_BYTES)
        return _numbers(header.get("answers"), shape, str(summary["space"]), self.given)


def trace_isolated(given: Function) -> IsolatedFunction:
    """The function with its circuit. Raises `SuiteError`."""
    require(given)
    return _traced(given.model_copy(update={"inputs": (), "expected": (), "answer_entries": None}))


@lru_cache(maxsize=1)
def _kept(key: str) -> list[IsolatedFunction]:
    """Where the last function is kept: it is asked for several times in a row."""
    return []


def _traced(given: Function) -> IsolatedFunction:
    kept = _kept(given.model_dump_json())
    if not kept:
        kept.append(_trace(given))
    return kept[0]


def _trace(given: Function) -> IsolatedFunction:
    header, (text, isolation) = _asked(given, None, CIRCUIT_BYTES + HEADER_BYTES)
    try:
        circuit = Circuit.parse(text).with_input_names([str(one) for one in header["inputs"]])
        outputs = int(circuit.summary()["outputs"])
        scalars = tuple(one is True for one in header["scalars"])
        sizes = tuple(int(one) for one in header["sizes"])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise _nonsense(given) from error
    batch = int(circuit.summary()["batch"])
    if not len(scalars) == len(sizes) == outputs or not all(0 <= one <= batch for one in sizes):
        raise _nonsense(given)
    return IsolatedFunction(given, circuit, scalars, sizes, isolation)


def _asked(
    given: Function, rows: Any, answer_bytes: int
) -> tuple[dict[str, Any], tuple[bytes, Isolation]]:
    """The first line of what the process answered, and the rest. Raises `SuiteError`."""
    shape = {name: getattr(given, name) for name in ("batch", "modulus", "vectors", "bound")}
    question = asked.question(given.read_files(SuiteError), given.function, shape, rows)
    bounds = Bounds(
        evaluate_s=SECONDS,
        memory_bytes=MEMORY_BYTES,
        packet_bytes=answer_bytes,
        processes=PROCESSES,
        file_bytes=SCRATCH_BYTES,
        scratch_bytes=SCRATCH_BYTES,
    )
    argv = (sys.executable, "-I", "-m", asked.__name__)
    try:
        answer = ask("the function", argv, ONE_THREAD, bounds, question)
    except AskFailed as failure:
        raise SuiteError(f"{given.origin}: {_refusal(failure)}") from None
    return _header(answer, given)


def _header(answer: Asked, given: Function) -> tuple[dict[str, Any], tuple[bytes, Isolation]]:
    line, _, rest = answer.output.partition(b"\n")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _nonsense(given) from error
    if not isinstance(header, dict):
        raise _nonsense(given)
    if "error" in header:
        raise SuiteError(str(header["error"])[: asked.MESSAGE_CHARACTERS])
    return header, (rest, answer.isolation)


def _refusal(failure: AskFailed) -> str:
    """Why there is no answer, for people."""
    detail = failure.step.detail
    limit = detail.get("limit") or {}
    said = {
        "wall_ns": f"it took more than {SECONDS:g} s",
        "memory_bytes": f"it took more than {MEMORY_BYTES >> 20} MiB of memory",
        "processes": f"it started more than {PROCESSES} processes",
        "file_bytes": f"it wrote a file of more than {SCRATCH_BYTES >> 20} MiB",
        "packet_bytes": "its circuit or its answers are larger than any may be",
    }.get(str(limit.get("limit")))
    if said is not None:
        return f"traced in a process of its own, {said}"
    lines = str(detail.get("stderr", "")).strip().splitlines()
    if detail.get("exit_code") is not None:
        why = f"exit code {detail['exit_code']}"
    else:
        why = str(detail.get("signal_name") or detail.get("message") or failure.step.outcome)
    return f"its process ended without an answer: {'; '.join([why, *lines[-1:]])}"


def _numbers(
    value: Any, shape: tuple[int, int, int], space: str, given: Function
) -> list[list[list[Any]]]:
    """Answers as the process gave them, if that is what they are."""
    rows, outputs, batch = shape
    if not _is_list(value, rows):
        raise _nonsense(given)
    for row in value:
        if not _is_list(row, outputs) or not all(_is_list(one, batch) for one in row):
            raise _nonsense(given)
    return [[[_number(one, space, given) for one in entries] for entries in row] for row in value]


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _number(value: Any, space: str, given: Function) -> complex:
    if space == "complex":
        if _is_list(value, 2) and all(isinstance(part, (int, float)) for part in value):
            return complex(*value)
    elif isinstance(value, (int, float) if space == "real" else int):
        return value
    raise _nonsense(given)


def _nonsense(given: Function) -> SuiteError:
    return SuiteError(f"{given.origin}: its process answered with what is no circuit and no number")
