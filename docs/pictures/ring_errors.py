"""Why errors are drawn in the decoding basis: their spread in every direction, exactly."""

from __future__ import annotations

import numpy as np
from cyclotomic import (
    Real,
    decoding_covariance,
    deviations,
    embedding,
    running_sums,
    times_g,
    totient,
)
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from plain import BLUE, GREY, LINE, ORANGE, WIDTH

PLANE, INDEX, SIGMA = 3, 105, 3.2


def relative(spread: Real) -> Real:
    """In units of the root of the mean square; rounded, so that processors agree."""
    ratio: Real = spread / np.sqrt(np.mean(spread**2))
    return np.round(ratio, 6)


def spectra(m: int) -> tuple[Real, Real, Real]:
    """Of e with independent coefficients, of its product with g, and of g·e for the sampler."""
    map_, g, independent = embedding(m), times_g(m), np.eye(totient(m))
    sampled = deviations(g @ map_ @ running_sums(m), decoding_covariance(m, SIGMA))
    plain = deviations(map_, independent), deviations(g @ map_, independent)
    return relative(plain[0]), relative(plain[1]), relative(sampled)


def plane(axes: Axes, title: str, covariance: Real, colour: str) -> None:
    """The ring of index 3 in the complex plane, and where errors fall."""
    # σ_1 alone, without the factor √2 of the orthonormal coordinates.
    map_ = embedding(PLANE) / np.sqrt(2)
    reach = np.arange(-20, 21)
    points = map_ @ np.array(np.meshgrid(reach, reach)).reshape(2, -1)
    near = points[:, (abs(points[0]) < 5.5) & (abs(points[1]) < 5.5)]
    axes.plot(*np.round(near, 6), ".", ms=2.2, color=LINE)
    axes.plot([0], [0], "+", ms=6, color=GREY)
    mapped = map_ @ covariance @ map_.T
    mapped *= 4 / np.trace(mapped)  # equal mean squares in both panels
    angles = np.linspace(0, 2 * np.pi, 73)
    root = np.linalg.cholesky(mapped)
    for k in (1, 2):
        curve = np.round(k * root @ np.array([np.cos(angles), np.sin(angles)]), 6)
        axes.fill(*curve, facecolor=colour, alpha=0.16, edgecolor="none")
        axes.plot(*curve, color=colour, lw=1.3)
    axes.set(xlim=(-5.6, 5.6), ylim=(-5.6, 5.6), aspect="equal", xticks=[], yticks=[])
    axes.set_title(title, size=8.5, linespacing=1.4)
    for spine in axes.spines.values():
        spine.set(visible=True, color=LINE)


def draw() -> Figure:
    """Two clouds in the plane for m = 3, and all 48 directions for m = 105."""
    figure = plt.figure(figsize=(WIDTH, 3.3), layout="constrained")
    left, middle, right = figure.subplots(1, 3, width_ratios=[1, 1, 2.1])
    plane(left, f"m = {PLANE}: independent\nin the powerful basis", np.eye(2), ORANGE)
    sums = running_sums(PLANE)
    drawn = sums @ decoding_covariance(PLANE, SIGMA, rounded=False) @ sums.T
    plane(middle, f"m = {PLANE}: drawn in\nthe decoding basis", drawn, BLUE)
    independent, times, sampled = spectra(INDEX)
    directions = np.arange(1, len(sampled) + 1)
    right.plot(directions, times, ".", ms=4, color=GREY)
    right.plot(directions, independent, "s", ms=3.2, color=ORANGE)
    right.plot(directions, sampled, "o", ms=3.6, color=BLUE)
    right.set(xlim=(0, len(sampled) + 1), ylim=(0, 2.45), xticks=[1, 12, 24, 36, 48])
    right.set_title(f"m = {INDEX}: standard deviation / its root mean square\n", size=8.5)
    right.set_xlabel(f"the {len(sampled)} directions, narrowest first")
    right.annotate("decoding basis: g·e", (5, 1.06), color=BLUE, va="bottom")
    right.annotate("powerful basis: e", (26.5, 0.66), color=ORANGE, va="top")
    right.annotate("powerful basis: g·e", (44.5, 2.2), color=GREY, va="bottom", ha="right")
    return figure
