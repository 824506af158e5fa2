"""Circuits and inputs in the database: written once, shared by every run that has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Connection, select

from ringassay.store.canonical import sha256_hex
from ringassay.store.engine import lock_shared_rows
from ringassay.store.errors import ResumeMismatchError, UnknownRunError
from ringassay.store.integrity import pack, seal, sound, unpack
from ringassay.store.records import (
    CircuitPlace,
    CircuitRecord,
    InputRecord,
    StoredCircuit,
    StoredInput,
)
from ringassay.store.schema import (
    GATE_NAMES,
    baselines,
    circuits,
    inputs,
    run_circuits,
)

INPUT_KEPT_BYTES = 256 * 1024
"""Inputs up to this size are kept as text; larger ones are made again from their seed,
unless they were given."""


def circuit_id(record: CircuitRecord) -> str:
    """Sixteen hexadecimal digits over recipe and text.

    The recipe belongs to it so that equal texts from two families stay two circuits.
    """
    return sha256_hex(record.recipe.encode("ascii") + b"\n" + record.text)[:16]


def add_circuit(
    connection: Connection,
    run: str,
    place: CircuitPlace,
    record: CircuitRecord,
    of_inputs: Sequence[InputRecord],
) -> str:
    """Inserts what is not there yet; returns the circuit's identifier."""
    lock_shared_rows(connection)
    identifier = circuit_id(record)
    known = select(circuits.c.circuit).where(circuits.c.circuit == identifier)
    if connection.execute(known).first() is None:
        connection.execute(circuits.insert(), _circuit_row(identifier, record))
    hashes = select(inputs.c.input, inputs.c.content_hash).where(inputs.c.circuit == identifier)
    present = {row.input: row.content_hash for row in connection.execute(hashes)}
    for item in of_inputs:
        if present.get(item.input, sha256_hex(item.text)) != sha256_hex(item.text):
            raise ResumeMismatchError(
                f"input {item.input} of circuit {identifier} is stored with other content: the "
                "generator of inputs changed. Use a new database"
            )
    new = [_input_row(identifier, item) for item in of_inputs if item.input not in present]
    if new:
        connection.execute(inputs.insert(), new)
    link = {
        "run": run,
        "circuit": identifier,
        "inputs": len(of_inputs),
        **asdict(place),
    }
    connection.execute(run_circuits.insert(), seal(run_circuits, link))
    measured = [
        seal(
            baselines,
            {
                "run": run,
                "circuit": identifier,
                "input": item.input,
                "expected": item.expected,
                "baseline_ns": item.baseline_ns,
                "samples": item.samples,
            },
        )
        for item in of_inputs
    ]
    if measured:
        connection.execute(baselines.insert(), measured)
    return identifier


def _circuit_row(identifier: str, record: CircuitRecord) -> dict[str, Any]:
    row = {field.name: getattr(record, field.name) for field in fields(record)}
    counts = row.pop("counts")
    row.update({f"n_{gate}": counts.get(gate, 0) for gate in GATE_NAMES})
    text = row.pop("text")
    row |= {
        "circuit": identifier,
        "content_hash": sha256_hex(text),
        "circuit_bytes": len(text),
        "text_zlib": pack(text),
    }
    return seal(circuits, row)


def _input_row(circuit: str, item: InputRecord) -> dict[str, Any]:
    # What was given and not drawn cannot be made again.
    kept = item.ones == 0 or len(item.text) <= INPUT_KEPT_BYTES
    row = {
        "circuit": circuit,
        "input": item.input,
        "seed": item.seed,
        "ones": item.ones,
        "input_bytes": len(item.text),
        "content_hash": sha256_hex(item.text),
        "text_zlib": pack(item.text) if kept else None,
    }
    return seal(inputs, row)


def read_circuits(connection: Connection, run: str) -> list[StoredCircuit]:
    """The circuits of a run in order of position, without their texts."""
    columns = [column for column in circuits.columns if column.name != "text_zlib"]
    links = select(run_circuits).where(run_circuits.c.run == run).order_by("position")
    described = select(*columns).where(
        circuits.c.circuit.in_(select(run_circuits.c.circuit).where(run_circuits.c.run == run))
    )
    by_id = {row["circuit"]: row for row in connection.execute(described).mappings()}
    found = []
    for link in connection.execute(links).mappings():
        row = sound(circuits, by_id[link["circuit"]])
        values = {**row, **sound(run_circuits, link)}
        names = tuple(gate for gate in GATE_NAMES if row[f"n_{gate}"])
        known = {field.name for field in fields(StoredCircuit)}
        found.append(
            StoredCircuit(
                **{name: value for name, value in values.items() if name in known},
                gate_names=names,
            )
        )
    return found


def read_text(connection: Connection, circuit: str) -> bytes:
    """A circuit's text. Raises `CorruptStoreError` when it is not what was stored."""
    row = (
        connection.execute(select(circuits).where(circuits.c.circuit == circuit)).mappings().first()
    )
    if row is None:
        raise UnknownRunError(f"circuit {circuit!r} is not in this store")
    sound(circuits, row)
    what = f"circuit {circuit}"
    return unpack(row["text_zlib"], row["circuit_bytes"], row["content_hash"], what)


def read_input(connection: Connection, circuit: str, index: int) -> StoredInput:
    """An input of a circuit. Raises `CorruptStoreError` when it is not what was stored."""
    where = (inputs.c.circuit == circuit, inputs.c.input == int(index))
    row = connection.execute(select(inputs).where(*where)).mappings().first()
    if row is None:
        raise UnknownRunError(f"input {index} of circuit {circuit!r} is not in this store")
    sound(inputs, row)
    text = None
    if row["text_zlib"] is not None:
        what = f"input {index} of circuit {circuit}"
        text = unpack(row["text_zlib"], row["input_bytes"], row["content_hash"], what)
    return StoredInput(
        circuit=circuit,
        input=row["input"],
        seed=row["seed"],
        ones=row["ones"],
        input_bytes=row["input_bytes"],
        content_hash=row["content_hash"],
        text=text,
    )
