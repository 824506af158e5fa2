"""Circuits from whatever file holds them."""

from __future__ import annotations

from ringassay._native import Circuit, Netlist


def read_circuit(data: bytes, batch: int | None = None) -> Circuit:
    """A circuit file of any dialect, or a netlist, simplified, with `batch` instances in the slots.

    The beginning tells which. Raises `FormatError` with line and column; `ValueError` for a batch
    beside a circuit, which says its own.
    """
    if Netlist.detect(data) is not None:
        return Netlist.read(data).simplified().circuit(batch or 1)
    if batch is not None:
        raise ValueError("a circuit says its batch itself: a batch is for netlists")
    return Circuit.parse(data)
