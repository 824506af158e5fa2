"""`ringassay.run`: a function of Python and its data, measured, in a data frame."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np

from ringassay.evaluation.data.answers import read_answers
from ringassay.evaluation.data.frames import frame
from ringassay.evaluation.data.rows import gather, read_rows
from ringassay.evaluation.data.signature import Signature
from ringassay.evaluation.data.tables import Block, array_blocks, flat
from ringassay.evaluation.defaults import DEFAULT_SUTS, REAL_SUTS, SECURITY
from ringassay.evaluation.documents import validated
from ringassay.evaluation.environment import check_environment
from ringassay.evaluation.given import name_of
from ringassay.evaluation.own import bind
from ringassay.evaluation.progress import Listener, ignore
from ringassay.evaluation.stop import StopRequest
from ringassay.evaluation.suite import Suite, SuiteError
from ringassay.evaluation.supplied import Supplied
from ringassay.evaluation.traced import compare, entries_of
from ringassay.store import Store
from ringassay.sut import registry
from ringassay.trace import Traced, load_function, trace

if TYPE_CHECKING:
    import pandas as pd

    from ringassay.circuit import Circuit

RunError = SuiteError
"""Refused before anything is measured; the message says what to change."""


def run(
    function: Callable[..., Any] | str,
    data: Any,
    systems: Sequence[str] | str | None = None,
    *,
    length: int | None = None,
    modulus: int | None = None,
    bound: float | None = None,
    dtype: type[float] | type[complex] | None = None,
    columns: Mapping[str, Sequence[str]] | None = None,
    rows: int | None = None,
    pack: int | None = None,
    precision: int | None = None,
    security: int = SECURITY,
    seconds: float | None = None,
    probe: bool = False,
    sut_file: str | Path | None = None,
    store: str | Path = "ringassay.db",
    label: str | None = None,
    progress: Listener = ignore,
) -> pd.DataFrame:
    """Runs a function on encrypted rows of data, and says what each system answered.

    `function` is one that can be traced (docs/tracing.md), or `"file.py:name"`; `length`,
    `modulus`, `bound` and `dtype` say over what it computes, where `@computation` does not.
    `data` is a data frame, an array, a mapping of arguments to arrays, or the name of a file of
    rows (docs/data.md). A row is an input; `columns` says which columns an argument has, `rows`
    takes the first so many, `pack` so many share a ciphertext. `systems` are names as in
    `ringassay sut list`; by default our own beside the plaintext baseline.

    The frame has a row for each input and system: `row`, `system`, `answer`, `expected`, `error`,
    `outcome`, `encrypt_ms`, `evaluate_ms`, `decrypt_ms` of the ciphertext, and how many
    `rows_in_ciphertext` shared it. `frame.attrs["run"]` is the run, for `ringassay report`.

    `precision` bits of the magnitude are asked for over reals (20), `security` bits of every key.
    After `seconds` the step in progress ends, and what was not reached has the outcome
    `not measured`. With `probe` it is probed whether systems encrypt at all. Raises `UserError`s.
    """
    from ringassay.evaluation.execution import execute  # noqa: PLC0415

    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise RunError(f"seconds: a positive number, not {seconds}")
    called = load_function(function) if isinstance(function, str) else function
    traced = trace(called, length, modulus, bound=bound, dtype=dtype)
    circuit = traced.circuit
    values, names = read_data(data, Signature.of(circuit), columns, rows)
    chosen = [systems] if isinstance(systems, str) else systems
    suts = chosen or (REAL_SUTS if traced.space.reals else DEFAULT_SUTS)
    commands = [registry.lookup(one, None if sut_file is None else Path(sut_file)) for one in suts]
    check_environment([Path(store).absolute()] if "://" not in str(store) else ())
    with TemporaryDirectory(prefix="ringassay-run-") as folder:
        document = _document(called, suts, security)
        entry = _entry(Path(folder), circuit, values, pack, precision)
        suite = validated(Suite, {**document, "circuit": [entry]}, "ringassay.run", SuiteError)
        suite = _with_answers(bind(suite, Path(folder)), traced)
        with Store(str(store)) as opened, _bounded(seconds) as stop:
            ended = execute(
                suite, opened, commands, progress=progress, stop=stop, probe=probe, label=label
            )
            answers = read_answers(opened, ended.run)
            if not answers:
                raise RunError("stopped before anything was measured: allow more seconds")
            found = frame(answers, names)
    found.attrs |= {"run": ended.run, "store": str(store), "state": ended.state}
    return found


def read_data(
    data: Any, takes: Signature, columns: Mapping[str, Sequence[str]] | None, most: int | None
) -> tuple[Any, Sequence[Any] | None]:
    """The rows of what a caller has, and what they are called. Raises `SuiteError`."""
    if isinstance(data, (str, Path)):
        return read_rows(str(data), takes, columns, most), None
    names: Sequence[Any] | None = None
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        names, blocks = list(data.index), _of_frame(data)
    elif isinstance(data, Mapping):
        arrays = {str(name): np.asarray(value) for name, value in data.items()}
        blocks = array_blocks(arrays, "data", named=True)
    else:
        array = np.asarray(data)
        if array.dtype.names:
            arrays = {name: array[name] for name in array.dtype.names}
            blocks = array_blocks(arrays, "data", named=True)
        else:
            blocks = array_blocks({"": array}, "data", named=False)
    found = gather(blocks, takes, columns, "data")[:most]
    return found, None if names is None else names[: len(found)]


def _of_frame(data: Any) -> Iterator[Block]:
    """The rows of a data frame; columns that are only numbered have no names."""
    labels = [str(name) for name in data.columns]
    if len(set(labels)) < len(labels):
        raise SuiteError("data: two columns have one name")
    named = not all(isinstance(name, (int, np.integer)) for name in data.columns)
    columns = {}
    for position, label in enumerate(labels):
        column = data.iloc[:, position]
        if column.dtype == object:
            cells = [flat(cell) for cell in column]
            lengths = [len(cell) for cell in cells]
            if len(set(lengths)) > 1:
                row = next(row for row, n in enumerate(lengths) if n != lengths[0])
                raise SuiteError(
                    f"data: row {row}, column {label}: another number of entries than in row 0"
                )
            array = np.empty((len(cells), lengths[0] if lengths else 1), object)
            array[:] = cells
        else:
            known = column.dtype.kind in "biufc" and isinstance(column.dtype, np.dtype)
            array = column.to_numpy(None if known else object).reshape(-1, 1)
        columns[label] = array
    if len(data):
        yield Block(columns, 0, named)


def _document(function: Callable[..., Any], suts: Sequence[str], security: int) -> dict[str, Any]:
    name = name_of(getattr(function, "__name__", "function").strip("<>").replace("_", "-") + ".py")
    return {
        "version": 1,
        "name": name,
        "title": name,
        "seed": 1,
        "security": security,
        "suts": list(suts),
    }


def _entry(
    folder: Path, circuit: Circuit, values: Any, pack: int | None, precision: int | None
) -> dict[str, Any]:
    """The computation and its rows, in files for this run: the store keeps both."""
    (folder / "function.txt").write_bytes(circuit.to_bytes())
    np.save(folder / "rows.npy", values)
    entry: dict[str, Any] = {"name": "function", "file": "function.txt", "inputs": ["rows.npy"]}
    told = {"pack": pack, "precision": precision}
    return entry | {name: value for name, value in told.items() if value is not None}


def _with_answers(suite: Suite, traced: Traced) -> Suite:
    """The suite with what of each answer means something, once the function agrees with its
    circuit. Raises `SuiteError`."""
    (given,) = suite.circuit
    compare(traced, Supplied(given, traced.circuit), suite.name)
    update = {"answer_entries": entries_of(traced), "name": suite.name}
    return suite.model_copy(update={"circuit": (given.model_copy(update=update),)})


@contextmanager
def _bounded(seconds: float | None) -> Iterator[StopRequest]:
    """A request that is made when the time is over."""
    stop = StopRequest()
    if seconds is None:
        yield stop
        return
    timer = threading.Timer(seconds, stop.set)
    timer.daemon = True
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()


__all__ = ["RunError", "run"]
