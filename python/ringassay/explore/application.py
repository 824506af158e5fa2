"""The application of an exploration, as counts."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from ringassay.circuit import Circuit, FormatError
from ringassay.explore import rns
from ringassay.explore.app import App, AppError, Block
from ringassay.he.choice import asked_of, choose
from ringassay.schemes import RNS, catalogue, leveled_keys

if TYPE_CHECKING:
    from ringassay._native import Facts

CIRCUIT_BYTES = 256 << 20

MAX_GATES = 4096
"""Gates of a circuit that is run on shapes, at most; `MAX_GATES` of crates/predict."""


def facts_of(app: App, folder: Path) -> Facts:
    """What the application asks of a scheme that holds one entry of a vector in a ciphertext; a
    circuit's path is relative to `folder`. BGV and BFV, which hold vectors, count for themselves.

    Constants of an expression are integers mod the smallest t explored: which are 0 or 1 can
    depend on it. Raises `AppError`, also where a block's depth formula is not about such an
    application.
    """
    circuit = _circuit(app, folder)
    reason = _too_large(circuit)
    facts = circuit.facts() if reason else circuit.entry_facts()
    for block in app.scheme:
        if reason and not block.is_rns and block.refused is None:
            raise AppError(f"scheme {block.name!r}: {reason}")
        is_chain = facts["input_products"] == facts["multiplications"]
        if (block.scheme, block.formula) == ("shield", "chain") and not is_chain:
            raise AppError(
                f"scheme {block.name!r}: formula chain is for applications in which one factor of "
                "every product is an input; use tree"
            )
    return facts


def settled(app: App, folder: Path) -> App:
    """The exploration with every point named, so that it is the same wherever it is completed: a
    block for each scheme where none is given, indices for BGV and BFV, the circuit's text.

    Raises `AppError`.
    """
    if app.scheme and not any(block.is_rns for block in app.scheme):
        return app
    circuit = _circuit(app, folder)
    if app.application.circuit is not None and app.application.text is None:
        text = circuit.to_bytes().decode() if circuit.summary()["gates"] <= MAX_GATES else ""
        application = app.application.model_copy(update={"text": text})
        app = app.model_copy(update={"application": application})
    bits = app.constraints.security_bits
    blocks = app.scheme or tuple(
        _default(scheme, circuit, bits) for scheme in leveled_keys() if _serves(scheme, circuit)
    )
    return app.model_copy(
        update={
            "scheme": tuple(
                rns.offered(app.application, block, bits)
                if block.is_rns and (block.index is None or block.depth is None)
                else block
                for block in blocks
            )
        }
    )


def _too_large(circuit: Circuit) -> str | None:
    """Why a circuit is not computed with a ciphertext for each entry."""
    try:
        circuit.entry_facts()
    except ValueError as error:
        return str(error)
    return None


def _serves(scheme: str, circuit: Circuit) -> bool:
    space = "gf2" if _modulus(circuit) == 2 else "zt"
    return space in catalogue()[scheme].spaces


def _modulus(circuit: Circuit) -> int:
    return circuit.summary()["modulus"] or 2


def _default(scheme: str, circuit: Circuit, security_bits: float) -> Block:
    """The point that the scheme's own choice of parameters comes to (`ringassay params`)."""
    asked = asked_of(circuit)
    is_rns = catalogue()[scheme].ring == RNS
    refused = None if is_rns else _too_large(circuit)
    try:
        found = {} if refused else choose(scheme, asked, security_bits)
    except ValueError as error:
        refused = str(error)
    if refused is not None:
        block = Block(scheme=scheme, t=(asked.plaintext,), refused=refused)
        # A ring is not searched for again.
        return block.model_copy(update={"index": (), "depth": asked.depth}) if is_rns else block
    if is_rns:
        index = (int(found["m"]),)
        return Block(scheme=scheme, t=(asked.plaintext,), index=index, depth=asked.depth)
    return Block(
        scheme=scheme,
        n=(found["n"],),
        log2_q=(float(math.ceil(found["log2_q"])),),
        log2_w=(float(found["log2_w"]),),
        t=(asked.plaintext,),
    )


def _circuit(app: App, folder: Path) -> Circuit:
    application = app.application
    try:
        if application.expression is not None:
            moduli = [t for block in app.scheme for t in block.t] or [application.modulus or 2]
            return Circuit.expression(application.expression, min(moduli))
        if application.text:
            return Circuit.parse(application.text.encode())
        path = folder / (application.circuit or "")
        with path.open("rb") as file:
            data = file.read(CIRCUIT_BYTES + 1)
        if len(data) > CIRCUIT_BYTES:
            raise AppError(f"{path}: larger than {CIRCUIT_BYTES} bytes")
        return Circuit.parse(data)
    except FormatError as error:
        what = (
            "application.expression" if application.expression is not None else application.circuit
        )
        raise AppError(f"{what}: {error}") from None
    except OSError as error:
        raise AppError(f"{error.filename}: cannot be read ({error.strerror})") from None
