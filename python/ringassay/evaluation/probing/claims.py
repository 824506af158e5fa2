"""What a system says of its key, held against its ciphertexts and against each other."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ringassay.evaluation.probing.packets import Shape
from ringassay.evaluation.probing.verdict import Finding
from ringassay.evaluation.rows import real
from ringassay.security.delivered import delivered
from ringassay.security.stated import stated

TOLERANCE = 0.1
"""Sizes may differ from the claimed ones by this share: primes that are not of whole bits, a text
encoding that compression does not undo entirely."""
CODER = 1.03
"""What a compressor needs beside the entropy that it goes by."""
PRIME_BITS = (60, 30)
"""Primes in words of 64 bits are hardly larger, and hardly smaller."""
HEADER_BYTES = 1024
"""What each ciphertext may have beside its parts: a seed, a header, a description of parameters."""
ONE_PART = frozenset({"ntru", "ltv", "yashe", "fhewtfhe"})
TWO_PARTS = frozenset({"bfv", "fv", "bgv", "ckks"})
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
    scheme: str
    """What HELLO says, where the parameters do not."""
    wires: int
    batch: int

    @property
    def element_bytes(self) -> float | None:
        """One ring element, n log2 q bits; None where they are not claimed."""
        n, log2_q = real(self.said.get("n")), real(self.said.get("log2_q"))
        if n is None or log2_q is None or not 0 < n * log2_q < 1e15:
            return None
        return n * log2_q / 8

    @property
    def compressed_bytes(self) -> float:
        """One ring element as a general compressor leaves it, at most: residues in words of 64
        bits, of which it sees bytes (zero or random), not bits. Primes of which no sizes are said
        have those that compress worst."""
        n, log2_q = real(self.said.get("n")) or 0.0, real(self.said.get("log2_q")) or 0.0
        sizes = _sizes(self.said.get("q_bits"))
        if sizes and abs(sum(sizes) - log2_q) <= len(sizes):
            bits = sum(map(byte_entropy, sizes))
        else:
            fewest, most = (math.ceil(log2_q / bits) for bits in PRIME_BITS)
            bits = max(
                count * byte_entropy(min(64.0, log2_q / count))
                for count in range(fewest, min(most, fewest + 64) + 1)
            )
        return CODER * n * bits / 8

    def __str__(self) -> str:
        n, log2_q = self.said.get("n"), self.said.get("log2_q")
        return f"the claimed n = {n:g}, log2 q = {log2_q:g} take {self.element_bytes:.0f} a part"

    @property
    def parts(self) -> tuple[int, ...]:
        """Of how many ring elements, or as many numbers, a fresh ciphertext consists: one of NTRU
        and of samples of learning with errors; otherwise two, or one and a seed for the other,
        which only who has the secret key can make. A system that does not say how it encrypts may
        do either. None for schemes whose ciphertexts are matrices."""
        scheme = re.sub("[^a-z]", "", str(self.said.get("scheme") or self.scheme).lower())
        if scheme in ONE_PART:
            return (1,)
        if scheme not in TWO_PARTS:
            return ()
        said = self.said.get("encryption")
        if not isinstance(said, str):
            return (1, 2)
        return (1,) if "seed" in said.lower() else (2,)

    def counts(self, chunks: int) -> list[int]:
        """How many ciphertexts the inputs may be in: one for each chunk, for each input, for each
        entry of each input, or as many as the slots claimed take."""
        found = {chunks, self.wires, self.wires * self.batch}
        slots = real(self.said.get("slots"))
        if slots is not None and slots >= 1:
            found.add(self.wires * math.ceil(self.batch / slots))
        stated_count = real(self.said.get("ciphertexts"))
        if stated_count is not None and 1 <= stated_count <= 1 << 30:
            found = {round(stated_count)}
        return sorted(found)

    def size(self, shape: Shape) -> Finding:
        """Whether encryptions are as long as the claims make them, from both sides."""
        element = self.element_bytes
        if element is None:
            return Finding("claimed-size", "open", "no ring dimension and modulus are claimed")
        if not self.parts:
            return Finding(
                "claimed-size", "open", "how many parts its ciphertexts have is not known"
            )
        counts = self.counts(len(shape.chunks))
        found = shape.random_bytes
        large = (1 + TOLERANCE) * element
        if shape.is_dense:
            large = max(large, self.compressed_bytes)
        for count in counts:
            for parts in self.parts:
                least = count * parts * (1 - TOLERANCE) * element
                most = count * (parts * large + HEADER_BYTES)
                if least <= found <= most:
                    return Finding("claimed-size", "passed")
        parts_said = " or ".join(map(str, self.parts))
        counts_said = ", ".join(map(str, counts))
        reason = (
            f"of a ciphertext's {shape.bytes} bytes {found:.0f} are random, {found / element:.3g} "
            f"parts where {self}, {parts_said} for each ciphertext (counted: {counts_said})"
        )
        return Finding("claimed-size", "failed", reason)


def byte_entropy(bits: float) -> float:
    """Bits of a random number of so many bits in a word of 64 to whoever sees bytes alone."""
    whole, part = divmod(math.ceil(bits), 8)
    of_value = [whole / 8 / 256] * 256
    for value in range(1 << part if part else 0):
        of_value[value] += 1 / 8 / (1 << part)
    of_value[0] += (8 - whole - bool(part)) / 8
    return -8 * sum(p * math.log2(p) for p in of_value if p > 0)


def facts(said: Mapping[str, Any], scheme: str) -> Finding:
    """Whether the stated facts are possible: errors that can be decrypted and that hide, a secret
    that cannot be guessed. What is not said, or cannot be read, is open."""
    own = said.get("scheme")
    texts = [text if isinstance(text := said.get(key), str) else "" for key in ("secret", "error")]
    numbers = [real(said.get(key)) for key in ("n", "m", "log2_q", "log2_qp")]
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
    claimed = real(said.get("security_bits"))
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


def _sizes(listed: object) -> list[float]:
    """Sizes of primes; none if anything among them is none."""
    found = [real(size) for size in listed] if isinstance(listed, list) else []
    usable = [size for size in found if size is not None and 1 <= size <= 64]
    return usable if len(usable) == len(found) else []
