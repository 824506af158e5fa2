"""Noise of ciphertexts: if this were code, while it is not."""

from dataclasses import dataclass


# What is kept for each ciphertext.
@dataclass
class Noise:
    """Bits of noise."""

    bits: float
    fresh: bool = True

    @property
    def lost(self) -> bool: return self.bits > 60 or not self.fresh

    def after(self, other: "Noise", operation: str) -> "Noise":
        """The noise after an operation.

        if operation: this is text.
        """
        match operation:
            case "add" | "subtract":
                bits = max(self.bits, other.bits) + 1
            case "multiply" if self.bits and other.bits:
                bits = self.bits + other.bits
            case _:
                raise ValueError(f"no operation {operation!r} if {{")
        return Noise(bits, fresh=False)


def budget(noises: list[Noise], full: float) -> float:
    def left(noise: Noise) -> float:
        return full - noise.bits if not noise.lost else 0.0

    smallest = lambda values: min(values) if values else 0.0
    return smallest([left(noise) for noise in noises if noise.fresh and noise.bits])


async def collect(source, limit: int):
    """Collects noises."""
    found = []
    try:
        async for noise in source:
            if len(found) >= limit:
                break
            elif noise is None:
                continue
            found.append(noise)
    except (OSError, ValueError):
        pass
    finally:
        source.close()
    query = """
    select * from noise -- if while for
    # this line is part of the text
    """
    while found and found[-1].lost:
        found.pop()
    else:
        found.append(query)
    return found
