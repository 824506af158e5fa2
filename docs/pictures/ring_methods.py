"""What a transform of prime length costs by each method, as the library estimates it."""

from __future__ import annotations

from math import log2

from cyclotomic import factorise, is_prime
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patheffects import Normal, Stroke
from matplotlib.ticker import FixedLocator, NullLocator, ScalarFormatter
from plain import BLUE, GREEN, INK, ORANGE, WIDTH

NAMED = (43, 127, 257, 683, 8191)
DENSE_UP_TO, THIN_FROM, LARGEST = 1200, 1000, 10_000


def dense(p: int) -> float:
    """Sums of products: about p products for each coefficient, halved, two instructions each."""
    return p + 10.0


def dft(n: int) -> float:
    """A DFT of n points, factor by factor; a factor is a convolution itself where that is less."""

    def factor(r: int) -> float:
        return {2: 4.0, 3: 8.0}.get(r) or min(dense(r), rader(r))

    return sum(e * factor(r) for r, e in factorise(n))


def rader(p: int) -> float:
    """There, products with the spectrum, and back."""
    return 2 * dft(p - 1) + 8


def padded_length(p: int) -> int:
    """The least power of two at which the convolution does not wrap around."""
    return 1 << (2 * (p - 1) - 1).bit_length()


def padded(p: int) -> float:
    """Two transforms of a power-of-two length for each column, and words moved one by one."""
    length = padded_length(p)
    return 30 + 2 * length / (p - 1) * 2.5 * log2(length)


METHODS = {"dense": dense, "Rader": rader, "padded": padded}


def cheapest(p: int) -> str:
    """The method that the library takes for an odd prime, if q allows it."""
    return min(METHODS, key=lambda name: METHODS[name](p))


def draw() -> Figure:
    """Estimated instructions over the prime, a mark for each prime."""
    primes = [p for p in range(3, LARGEST) if is_prime(p)]
    few, many = [p for p in primes if p < THIN_FROM], [p for p in primes if p >= THIN_FROM]
    shown = few + sorted({*many[::12], *(p for p in NAMED if p >= THIN_FROM)})
    figure, axes = plt.subplots(figsize=(WIDTH, 3.5), layout="constrained")
    line = [p for p in primes if p < DENSE_UP_TO]
    axes.plot(line, [dense(p) for p in line], color=ORANGE, lw=1.6)
    # The padded length jumps behind every power of two.
    jumps = [p for k in range(2, 14) for p in (2**k + 1, 2**k + 2)]
    steps = [3, *(p for p in jumps if p < LARGEST), LARGEST]
    axes.plot(steps, [padded(p) for p in steps], color=GREEN, lw=1.3)
    axes.plot(shown, [rader(p) for p in shown], "o", ms=3, mew=0, color=BLUE, alpha=0.55)
    for p in NAMED:
        axes.plot([p], [rader(p)], "o", ms=6, mfc="none", mec=INK, mew=1.0)
        label = axes.annotate(
            str(p), (p, rader(p)), xytext=(4, -5), textcoords="offset points", va="top", zorder=5
        )
        label.set_path_effects([Stroke(linewidth=3, foreground="white"), Normal()])
    axes.set(xscale="log", yscale="log", xlim=(2.7, LARGEST), ylim=(10, 1500))
    axes.set(xlabel="prime p of the axis", ylabel="vector instructions per coefficient")
    for axis, ticks in [
        (axes.xaxis, (3, 10, 30, 100, 300, 1000, 3000, 10_000)),
        (axes.yaxis, (10, 30, 100, 300, 1000)),
    ]:
        axis.set_major_locator(FixedLocator(ticks))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(ScalarFormatter())
    axes.text(560, 700, "dense", color=ORANGE, ha="right", weight="bold")
    axes.text(3.2, 112, "padded", color=GREEN, weight="bold")
    axes.text(3600, 900, "Rader: a dot for a prime", color=BLUE, ha="center", weight="bold")
    return figure
