"""Scenes drawn with matplotlib: PDF for LaTeX, SVG for print and for pages without scripts.

Always on white. The same scene gives the same bytes: no dates, a fixed salt for identifiers, the
fonts that come with matplotlib, and no interpretation of `$` in texts.
"""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Sequence
from typing import Any, Literal

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font

from ringassay.report.markup.visible import code_point
from ringassay.report.plots import compact
from ringassay.report.plots import scene as scenes
from ringassay.report.plots.ticks import Ruler

INK, MUTED, GRID = "#1c2430", "#5a6472", "#e3e7ec"
WIDTH_IN, HEIGHT_IN = 6.4, 2.65
"""Size of a figure on paper, in inches."""
HALF_WIDTH_IN, HALF_HEIGHT_IN = 3.12, 2.4
"""Size of a figure that shares its line with another."""

_NOTHING = "no values to draw"
_STYLE: Any = {
    "svg.hashsalt": "ringassay",
    "svg.fonttype": "none",
    "pdf.fonttype": 3,
    "text.parse_math": False,
    "text.usetex": False,
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 8,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.labelsize": 8,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 0,
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "path.simplify": False,
}


class _Font:
    """Which characters the drawing font has; the others are named by their code point."""

    def __init__(self) -> None:
        path = font_manager.findfont(font_manager.FontProperties(family="DejaVu Sans"))
        self._known = frozenset(FT2Font(path).get_charmap())

    def text(self, text: str) -> str:
        return "".join(c if ord(c) in self._known or c == "\n" else code_point(c) for c in text)


_font: list[_Font] = []


def _text(text: str) -> str:
    if not _font:
        _font.append(_Font())
    return _font[0].text(text)


def draw(scene: scenes.Scene, format_: Literal["pdf", "svg"], *, half: bool = False) -> bytes:
    """The scene as one page of PDF, or as SVG; with `half` in a size of which two fit a line."""
    # A matplotlibrc of the user must not change the report: defaults first.
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        size = (HALF_WIDTH_IN, HALF_HEIGHT_IN) if half else (WIDTH_IN, HEIGHT_IN)
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        match scene:
            case scenes.Flat():
                _draw_flat(figure, scene)
            case scenes.Cells():
                _draw_cells(figure, scene)
            case scenes.Space():
                _draw_space(figure, scene)
        out = io.BytesIO()
        dates: dict[str, Any] = (
            {"CreationDate": None, "ModDate": None, "Producer": None, "Creator": None}
            if format_ == "pdf"
            else {"Date": None, "Creator": None}
        )
        with warnings.catch_warnings():
            # Absurdly long names can leave no room for the axes; the drawing is then cramped, and
            # there is nothing a user of the report could do about a warning.
            warnings.filterwarnings("ignore", message="constrained_layout not applied")
            figure.savefig(out, format=format_, metadata=dates)
        drawn = out.getvalue()
        return compact.svg(drawn.decode()).encode() if format_ == "svg" else drawn


def _empty(axes: Axes) -> None:
    axes.text(0.5, 0.5, _NOTHING, transform=axes.transAxes, ha="center", color=MUTED)


def _ticks(axes: Axes, which: Literal["x", "y"], ruler: Ruler) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    if ruler.log:
        (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    (axes.set_xlim if which == "x" else axes.set_ylim)(ruler.low, ruler.high)
    axis.set_ticks([value for value, _ in ruler.ticks], [_text(name) for _, name in ruler.ticks])
    axis.set_ticks([], minor=True)
    axis.set_label_text(_text(ruler.title))


def _crowded(figure: Figure, names: Sequence[str]) -> bool:
    """Whether names along an axis would touch: about 13 characters fit an inch."""
    return sum(len(name) + 2 for name in names) > 13 * figure.get_figwidth()


def _draw_flat(figure: Figure, scene: scenes.Flat) -> None:
    axes = figure.add_subplot()
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="y", color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    _ticks(axes, "x", scene.x)
    _ticks(axes, "y", scene.y)
    if _crowded(figure, [name for _, name in scene.x.ticks]):
        axes.tick_params(axis="x", labelrotation=30)
        for tick in axes.get_xticklabels():
            tick.set(horizontalalignment="right", rotation_mode="anchor")
    for mark in scene.marks:
        _draw_mark(axes, mark)
    if not any(
        mark.x if not isinstance(mark, scenes.Steps) else mark.edges for mark in scene.marks
    ):
        _empty(axes)
        return
    named = scene.named
    if scene.end_labels:
        for mark, height in zip(named, scene.end_labels, strict=True):
            axes.annotate(
                _text(mark.name),
                (1.0, height),
                xycoords="axes fraction",
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
                color=mark.look.light,
                fontsize=7.5,
            )
    elif len(named) > 1 or any(isinstance(mark, scenes.Path) for mark in named):
        widest = max(len(mark.name) for mark in named)
        columns = max(1, min(len(named), 4, int(16 * figure.get_figwidth()) // (widest + 8)))
        figure.legend(loc="outside upper left", ncols=columns, handlelength=1.6, borderpad=0.2)


def _draw_mark(axes: Axes, mark: scenes.Mark) -> None:
    colour = mark.look.light
    match mark:
        case scenes.Path():
            axes.plot(
                mark.x,
                mark.y,
                color=colour,
                label=_text(mark.name),
                linestyle=(0, (4, 2)) if mark.dashed else "-",
                linewidth=1.3,
                marker=mark.look.vector_marker if mark.markers else None,
                markersize=3,
            )
        case scenes.Band():
            axes.fill_between(mark.x, mark.low, mark.high, color=colour, alpha=0.15, linewidth=0)
        case scenes.Dots():
            _whiskers(axes, mark.look.light, mark.x, mark.low, mark.high)
            axes.plot(
                mark.x,
                mark.y,
                color=colour,
                label=_text(mark.name),
                linestyle="none",
                marker=mark.look.vector_marker,
                markersize=5.5,
                markeredgecolor="white",
                markeredgewidth=0.5,
            )
        case scenes.Bars():
            height = np.array(mark.top) - np.array(mark.base)
            axes.bar(mark.x, height, mark.width, mark.base, color=colour, label=_text(mark.name))
            _whiskers(axes, INK, mark.x, mark.low, mark.high)
        case scenes.Steps():
            axes.stairs(
                mark.counts,
                mark.edges if mark.edges else [0.0],
                color=colour,
                label=_text(mark.name),
                linewidth=1.2,
            )
            if mark.edges:
                axes.stairs(mark.counts, mark.edges, color=colour, alpha=0.22, fill=True)
        case scenes.Boxes():
            _draw_boxes(axes, mark)


def _whiskers(
    axes: Axes, colour: str, x: Sequence[float], low: Sequence[float], high: Sequence[float]
) -> None:
    if low:
        axes.vlines(x, low, high, colors=colour, linewidth=0.8)


def _draw_boxes(axes: Axes, mark: scenes.Boxes) -> None:
    colour, half = mark.look.light, mark.width / 2
    for x, box in zip(mark.x, mark.boxes, strict=True):
        axes.vlines(x, box.lower_whisker, box.quartile_1, colors=colour, linewidth=0.8)
        axes.vlines(x, box.quartile_3, box.upper_whisker, colors=colour, linewidth=0.8)
        axes.fill_between(
            [x - half, x + half],
            box.quartile_1,
            box.quartile_3,
            facecolor=colour + "38",
            edgecolor=colour,
            linewidth=0.8,
        )
        axes.hlines(box.median, x - half, x + half, colors=colour, linewidth=1.6)
        axes.plot(
            [x] * len(box.outliers),
            box.outliers,
            linestyle="none",
            marker=".",
            markersize=3,
            color=colour,
        )
    axes.plot([], [], color=colour, linewidth=5, alpha=0.6, label=_text(mark.name))


def _draw_cells(figure: Figure, scene: scenes.Cells) -> None:
    axes = figure.add_subplot()
    axes.set_xlabel(_text(scene.x_title))
    axes.set_ylabel(_text(scene.y_title))
    axes.spines[:].set_visible(False)
    if not scene.rows or not scene.columns:
        axes.set_xticks([])
        axes.set_yticks([])
        _empty(axes)
        return
    shades = np.ma.masked_invalid(np.array(scene.shades, dtype=float))
    # One rectangle per cell keeps the figure a vector drawing; imshow would embed a bitmap.
    mesh = axes.pcolormesh(shades, cmap="cividis", vmin=0, vmax=1, edgecolors="white", linewidth=1)
    axes.set_xticks(np.arange(len(scene.columns)) + 0.5, [_text(n) for n in scene.columns])
    axes.set_yticks(np.arange(len(scene.rows)) + 0.5, [_text(n) for n in scene.rows])
    axes.tick_params(length=0)
    if _crowded(figure, scene.columns):
        axes.tick_params(axis="x", labelrotation=30)
    if len(scene.columns) <= 12 and len(scene.rows) <= 14:
        for j, row in enumerate(scene.texts):
            for i, text in enumerate(row):
                shade = scene.shades[j][i]
                colour = MUTED if math.isnan(shade) else "white" if shade < 0.55 else "black"
                axes.text(
                    i + 0.5, j + 0.5, _text(text), ha="center", va="center", color=colour, size=7
                )
    bar = figure.colorbar(mesh, ax=axes, pad=0.02, aspect=28)
    bar.outline.set_visible(False)
    if bar.solids is not None:
        bar.solids.set_rasterized(False)
    bar.set_ticks(
        [scene.scale.fraction(value) for value, _ in scene.scale.ticks],
        labels=[_text(name) for _, name in scene.scale.ticks],
    )
    bar.set_label(_text(scene.scale.title))


def _draw_space(figure: Figure, scene: scenes.Space) -> None:
    figure.set_size_inches(
        figure.get_figwidth(), 3.5 if figure.get_figwidth() > HALF_WIDTH_IN else 2.6
    )
    # The layout engine does not know how far labels of 3D axes reach; margins are set by hand.
    figure.set_layout_engine("none")
    axes: Any = figure.add_subplot(projection="3d", position=(0.1, 0.06, 0.74, 0.9))
    colour = scene.look.light
    if scene.grid and scene.x_values:
        x, y = np.meshgrid(np.array(scene.x_values), np.array(scene.y_values))
        z = np.array(scene.grid, dtype=float)
        if z.shape[0] > 1 and z.shape[1] > 1:
            axes.plot_surface(
                x, y, z, color=colour, alpha=0.35, linewidth=0.3, edgecolor=colour, shade=False
            )
    if scene.points:
        xs, ys, zs = zip(*scene.points, strict=True)
        axes.scatter(xs, ys, zs, color=colour, s=16, depthshade=False)
    if not scene.points and not scene.grid:
        axes.text2D(0.5, 0.5, _NOTHING, transform=axes.transAxes, ha="center", color=MUTED)
    axes.view_init(elev=22, azim=-128)
    axes.set_box_aspect((1.25, 1.25, 0.85), zoom=0.92)
    for name, ruler in zip(("x", "y", "z"), scene.axes, strict=True):
        axis = getattr(axes, f"{name}axis")
        getattr(axes, f"set_{name}lim")(ruler.low, ruler.high)
        axis.set_ticks([v for v, _ in ruler.ticks], [_text(text) for _, text in ruler.ticks])
        axis.set_label_text(_text(ruler.title))
        axis.set_pane_color((1, 1, 1, 0))
        axis.line.set_color(MUTED)
        axis._axinfo["grid"].update(color=GRID, linewidth=0.6)
    axes.zaxis.labelpad = 8
