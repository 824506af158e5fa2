"""What a system says of its key, held against its ciphertexts and against each other."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringassay.evaluation.probing.packets import Shape
from ringassay.evaluation.probing.verdict import Finding
from ringassay.security.delivered import delivered
from ringassay.security.stated import stated

TOLERANCE = 0.1
"""Sizes may differ from the claimed ones by this share: headers, primes that are not of whole bits,
a text encoding that compression does not undo entirely."""
HEADER_BYTES = 1024
"""What each ciphertext may have beside its parts: a seed, a header, a description of parameters."""
BROKEN_BITS = 40.0
"""An attack of so few bit operations takes minutes."""
CLAIMING_BITS = 80.0
"""Security that is claimed in earnest; a teaching scheme states less, or none."""
EXACT_ERRORS = (1e-4, 0.5)
"""Deviations at which most errors are zero. Smaller figures are those of a torus, relative to q."""


@dataclass(frozen=True)
class Claims:
    """The parameters that a key generation reported."""

    said: Mapping[str, Any]
    wires: int
    batch: int

    @property
    def element_bytes(self) -> float | None:
        """One ring element, n log2 q bits; None where they are not claimed."""
        n, log2_q = _number(self.said.get("n")), _number(self.said.get("log2_q"))
        if n is None or log2_q is None or not 0 < n * log2_q < 1e15:
            return None
        return n * log2_q / 8

    def __str__(self) -> str:
        n, log2_q = self.said.get("n"), self.said.get("log2_q")
        return f"the claimed n = {n:g}, log2 q = {log2_q:g} take {self.element_bytes:.0f} a part"

    @property
    def parts(self) -> tuple[int, ...]:
        """Of how many ring elements a fresh ciphertext consists: two, or one and a seed for the
        other, which only who has the secret key can make. A system that does not say how it
        encrypts may do either."""
        said = self.said.get("encryption")
        if not isinstance(said, str):
            return (1, 2)
        return (1,) if "seed" in said.lower() else (2,)

    def counts(self, chunks: int) -> list[int]:
        """How many ciphertexts the inputs may be in: one for each chunk, for each input, for each
        entry of each input, or as many as the slots claimed take."""
        found = {chunks, self.wires, self.wires * self.batch}
        slots = _number(self.said.get("slots"))
        if slots is not None and slots >= 1:
            found.add(self.wires * math.ceil(self.batch / slots))
        stated_count = _number(self.said.get("ciphertexts"))
        if stated_count is not None and 1 <= stated_count <= 1 << 30:
            found = {round(stated_count)}
        return sorted(found)

    def size(self, shape: Shape) -> Finding:
        """Whether encryptions are as long as the claims make them, from both sides."""
        element = self.element_bytes
        if element is None:
            return Finding("claimed-size", "open", "no ring dimension and modulus are claimed")
        counts = self.counts(len(shape.chunks))
        found = shape.random_bytes
        for count in counts:
            for parts in self.parts:
                whole = count * parts * element
                least = (1 - TOLERANCE) * whole
                most = (1 + TOLERANCE) * whole + count * HEADER_BYTES
                if least <= found <= most:
                    return Finding("claimed-size", "passed")
        parts_said = " or ".join(map(str, self.parts))
        counts_said = ", ".join(map(str, counts))
        reason = (
            f"of a ciphertext's {shape.bytes} bytes {found:.0f} are random, {found / element:.3g} "
            f"parts where {self}, {parts_said} for each ciphertext (counted: {counts_said})"
        )
        return Finding("claimed-size", "failed", reason)


def facts(said: Mapping[str, Any], scheme: str) -> Finding:
    """Whether the stated facts are possible: errors that can be decrypted and that hide, a secret
    that cannot be guessed. What is not said, or cannot be read, is open."""
    own = said.get("scheme")
    texts = [text if isinstance(text := said.get(key), str) else "" for key in ("secret", "error")]
    numbers = [_number(said.get(key)) for key in ("n", "m", "log2_q", "log2_qp")]
    n, m, log2_q, log2_qp = (math.nan if number is None else number for number in numbers)
    found = stated(
        own if isinstance(own, str) and own else scheme,
        n,
        m,
        (log2_q, log2_qp),
        (texts[0], texts[1], json.dumps(dict(said), default=str)),
    )
    if found.missing:
        return Finding("facts", "open", f"not said: {', '.join(found.missing)}")
    claimed = _number(said.get("security_bits"))
    if claimed is None or claimed < CLAIMING_BITS:
        return Finding("facts", "open", "no security is claimed for its key")
    result = delivered(found)
    if result.is_known:
        if result.bits >= BROKEN_BITS:
            return Finding("facts", "passed")
        return Finding(
            "facts",
            "failed",
            f"the stated parameters are broken in 2^{result.bits:.0f} operations; {claimed:g} bits "
            "of security are claimed",
        )
    width = found.error_std
    is_exact = width is not None and EXACT_ERRORS[0] <= width < EXACT_ERRORS[1]
    if found.problem == "lwe" and (is_exact or result.is_undecryptable):
        return Finding("facts", "failed", f"the stated parameters are impossible: {result.how}")
    return Finding("facts", "open", result.how)


def _number(value: object) -> float | None:
    """A finite number; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
