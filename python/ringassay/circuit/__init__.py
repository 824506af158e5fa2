"""Circuits over a plaintext space: read, generate, describe, evaluate in the clear.

The work is done by the compiled module; formats are in docs/formats.md.
"""

from ringassay._native import (
    Circuit,
    Evaluator,
    FormatError,
    GenerateError,
    KeyParameters,
    read_script,
)

__all__ = [
    "Circuit",
    "Evaluator",
    "FormatError",
    "GenerateError",
    "KeyParameters",
    "read_script",
]
