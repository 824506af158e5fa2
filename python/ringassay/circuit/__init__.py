"""Circuits over a plaintext space: from files and expressions, generated, evaluated in the clear.

The work is done by the compiled module; formats are in docs/formats.md.
"""

from ringassay._native import (
    Circuit,
    CircuitBuilder,
    Evaluator,
    FormatError,
    GenerateError,
    KeyParameters,
    Netlist,
    library_functions,
    netlist_formats,
    read_script,
)
from ringassay.circuit.reading import read_circuit

__all__ = [
    "Circuit",
    "CircuitBuilder",
    "Evaluator",
    "FormatError",
    "GenerateError",
    "KeyParameters",
    "Netlist",
    "library_functions",
    "netlist_formats",
    "read_circuit",
    "read_script",
]
