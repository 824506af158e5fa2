"""Scenes as plotly figures: plain data for the script in the page, without colours.

Where a colour belongs there is a reference: `@0` … `@7` for an identity's rank, `@n` for neutral,
`@ink`, `@muted`, `@grid`; `@0/0.2` adds opacity. The page resolves them for its theme, so that one
figure serves light and dark. Texts are escaped, because plotly reads HTML-like tags in labels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ringassay.report.plots import scene as scenes
from ringassay.report.plots.looks import LIGHT, Look
from ringassay.report.plots.ticks import Ruler

Json = dict[str, Any]


def escape(text: str) -> str:
    """`text` for a plotly label: no tags, and line breaks as the one tag there is."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\n", "<br>")


def colour(look: Look, opacity: float = 1.0) -> str:
    """The reference to an identity's colour."""
    name = "@n" if look.rank < 0 else f"@{look.rank % len(LIGHT)}"
    return name if opacity == 1.0 else f"{name}/{opacity:g}"


def figure(scene: scenes.Scene) -> Json:
    """`data` and `layout` for plotly, `space` (whether it is 3D), `ends` (names at line ends)."""
    match scene:
        case scenes.Flat():
            return _flat(scene)
        case scenes.Cells():
            return _cells(scene)
        case scenes.Space():
            return _space(scene)


def _numbers(values: Sequence[float]) -> list[float | None]:
    return [value if math.isfinite(value) else None for value in values]


def _axis(ruler: Ruler, *, grid: bool) -> Json:
    low, high = ruler.low, ruler.high
    return {
        "title": {"text": escape(ruler.title), "standoff": 10},
        "type": "log" if ruler.log else "linear",
        "range": [math.log10(low), math.log10(high)] if ruler.log else [low, high],
        "tickmode": "array",
        "tickvals": [value for value, _ in ruler.ticks],
        "ticktext": [escape(name) for _, name in ruler.ticks],
        "showgrid": grid,
        "gridcolor": "@grid",
        "zeroline": False,
        "showline": not grid,
        "linecolor": "@muted",
        "tickcolor": "@muted",
        "ticks": "" if grid else "outside",
        "ticklabelstandoff": 5 if grid else 0,
        "tickfont": {"color": "@muted"},
        "ticklabeloverflow": "allow",
        "automargin": True,
    }


def _layout(height_px: int) -> Json:
    return {
        "height": height_px,
        "margin": {"l": 8, "r": 12, "t": 12, "b": 8, "autoexpand": True},
        "paper_bgcolor": "@clear",
        "plot_bgcolor": "@clear",
        "font": {"color": "@ink", "size": 13},
        "hoverlabel": {"align": "left", "bgcolor": "@paper", "bordercolor": "@muted"},
        "hovermode": "closest",
        "modebar": {"bgcolor": "@clear", "color": "@muted", "activecolor": "@ink"},
        "showlegend": False,
        "legend": {
            "orientation": "h",
            "x": 0,
            "y": 1.02,
            "xanchor": "left",
            "yanchor": "bottom",
        },
    }


def _blank(layout: Json) -> None:
    layout["annotations"] = [
        {
            "text": "no values to draw",
            "xref": "paper",
            "yref": "paper",
            "x": 0.5,
            "y": 0.5,
            "showarrow": False,
            "font": {"color": "@muted"},
        }
    ]


def _flat(scene: scenes.Flat) -> Json:
    data = [trace for mark in scene.marks for trace in _traces(mark)]
    layout = _layout(380)
    layout["xaxis"] = _axis(scene.x, grid=False)
    layout["yaxis"] = _axis(scene.y, grid=True)
    layout["showlegend"] = len(scene.named) > 1 or any(
        isinstance(m, scenes.Path) for m in scene.named
    )
    if not any(trace.get("x") for trace in data):
        _blank(layout)
        layout["showlegend"] = False
    ends = [
        {
            "text": escape(mark.name),
            "xref": "paper",
            "yref": "paper",
            "x": 1,
            "y": height,
            "xanchor": "left",
            "xshift": 8,
            "showarrow": False,
            "font": {"color": colour(mark.look)},
        }
        for mark, height in zip(scene.named, scene.end_labels, strict=False)
    ]
    return {"data": data, "layout": layout, "space": False, "ends": ends}


def _hover(texts: Sequence[str]) -> Json:
    return {"text": [escape(text) for text in texts], "hovertemplate": "%{text}<extra></extra>"}


def _whiskers(mark: scenes.Dots | scenes.Bars, tops: Sequence[float]) -> Json:
    if not mark.low:
        return {}
    return {
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [high - top for high, top in zip(mark.high, tops, strict=True)],
            "arrayminus": [top - low for low, top in zip(mark.low, tops, strict=True)],
            "color": "@ink" if isinstance(mark, scenes.Bars) else colour(mark.look),
            "thickness": 1.2,
            "width": 0,
        }
    }


def _traces(mark: scenes.Mark) -> list[Json]:
    match mark:
        case scenes.Path():
            return [
                {
                    "type": "scatter",
                    "mode": "lines+markers" if mark.markers else "lines",
                    "name": escape(mark.name),
                    "x": list(mark.x),
                    "y": list(mark.y),
                    "line": {
                        "color": colour(mark.look),
                        "width": 2,
                        "dash": "dash" if mark.dashed else "solid",
                    },
                    "marker": {"symbol": mark.look.web_marker, "size": 6},
                    **_hover(mark.hover),
                }
            ]
        case scenes.Band():
            return [
                {
                    "type": "scatter",
                    "x": [*mark.x, *mark.x[::-1]],
                    "y": [*mark.high, *mark.low[::-1]],
                    "fill": "toself",
                    "fillcolor": colour(mark.look, 0.15),
                    "line": {"width": 0, "color": "@clear"},
                    "hoverinfo": "skip",
                    "showlegend": False,
                }
            ]
        case scenes.Dots():
            return [
                {
                    "type": "scatter",
                    "mode": "markers",
                    "name": escape(mark.name),
                    "x": list(mark.x),
                    "y": list(mark.y),
                    "marker": {
                        "color": colour(mark.look),
                        "symbol": mark.look.web_marker,
                        "size": 8,
                        "line": {"color": "@paper", "width": 0.8},
                    },
                    **_whiskers(mark, mark.y),
                    **_hover(mark.hover),
                }
            ]
        case scenes.Bars():
            return [
                {
                    "type": "bar",
                    "name": escape(mark.name),
                    "x": list(mark.x),
                    "y": [top - low for top, low in zip(mark.top, mark.base, strict=True)],
                    "base": list(mark.base),
                    "width": mark.width,
                    "offset": -mark.width / 2,
                    "marker": {"color": colour(mark.look)},
                    "textposition": "none",
                    **_whiskers(mark, mark.top),
                    **_hover(mark.hover),
                }
            ]
        case scenes.Steps():
            return [_steps(mark)]
        case scenes.Boxes():
            return _boxes(mark)


def _steps(mark: scenes.Steps) -> Json:
    xs = [edge for edge in mark.edges for _ in (0, 1)]
    ys = [0, *(count for count in mark.counts for _ in (0, 1)), 0] if mark.edges else []
    texts = [text for text in mark.hover for _ in (0, 1)]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": escape(mark.name),
        "x": xs,
        "y": ys,
        "fill": "tozeroy",
        "fillcolor": colour(mark.look, 0.22),
        "line": {"color": colour(mark.look), "width": 1.8},
        **_hover([texts[0], *texts, texts[-1]] if texts else []),
    }


def _boxes(mark: scenes.Boxes) -> list[Json]:
    trace: Json = {
        "type": "box",
        "name": escape(mark.name),
        "x": list(mark.x),
        "lowerfence": [box.lower_whisker for box in mark.boxes],
        "q1": [box.quartile_1 for box in mark.boxes],
        "median": [box.median for box in mark.boxes],
        "q3": [box.quartile_3 for box in mark.boxes],
        "upperfence": [box.upper_whisker for box in mark.boxes],
        "width": mark.width,
        "line": {"color": colour(mark.look), "width": 1.5},
        "fillcolor": colour(mark.look, 0.22),
        "hoverinfo": "skip",
        "legendgroup": escape(mark.name),
    }
    # Plotly's own hover on boxes is five labels of raw numbers; a point on the median says more.
    medians: Json = {
        "type": "scatter",
        "mode": "markers",
        "x": list(mark.x),
        "y": [box.median for box in mark.boxes],
        "marker": {"color": colour(mark.look), "opacity": 0.01, "size": 18},
        "showlegend": False,
        "legendgroup": escape(mark.name),
        **_hover(mark.hover),
    }
    outside = [
        (x, value) for x, box in zip(mark.x, mark.boxes, strict=True) for value in box.outliers
    ]
    outliers: Json = {
        "type": "scatter",
        "mode": "markers",
        "x": [x for x, _ in outside],
        "y": [value for _, value in outside],
        "marker": {"color": colour(mark.look, 0.7), "size": 4},
        "showlegend": False,
        "legendgroup": escape(mark.name),
        "hoverinfo": "skip",
    }
    return [trace, medians, outliers] if outside else [trace, medians]


def _cells(scene: scenes.Cells) -> Json:
    layout = _layout(max(280, min(90 + 30 * len(scene.rows), 720)))
    if not scene.rows or not scene.columns:
        _blank(layout)
        return {"data": [], "layout": layout, "space": False, "ends": []}
    for name, title, names in (
        ("xaxis", scene.x_title, scene.columns),
        ("yaxis", scene.y_title, scene.rows),
    ):
        layout[name] = {
            "title": {"text": escape(title), "standoff": 10},
            "tickmode": "array",
            "tickvals": list(range(len(names))),
            "ticktext": [escape(one) for one in names],
            "tickfont": {"color": "@muted"},
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
        }
    small = len(scene.columns) <= 12 and len(scene.rows) <= 14
    texts = [[escape(text) for text in row] for row in scene.texts]
    trace: Json = {
        "type": "heatmap",
        "x": list(range(len(scene.columns))),
        "y": list(range(len(scene.rows))),
        "z": [_numbers(row) for row in scene.shades],
        "zmin": 0,
        "zmax": 1,
        "colorscale": "Cividis",
        "xgap": 2,
        "ygap": 2,
        "text": texts,
        "texttemplate": "%{text}" if small else "",
        "hovertemplate": "%{text}<extra></extra>",
        "hoverongaps": False,
        "colorbar": {
            "title": {"text": escape(scene.scale.title), "side": "right"},
            "tickmode": "array",
            "tickvals": [scene.scale.fraction(value) for value, _ in scene.scale.ticks],
            "ticktext": [escape(name) for _, name in scene.scale.ticks],
            "thickness": 12,
            "outlinewidth": 0,
        },
    }
    return {"data": [trace], "layout": layout, "space": False, "ends": []}


def _space(scene: scenes.Space) -> Json:
    layout = _layout(440)
    layout["margin"] = {"l": 0, "r": 0, "t": 0, "b": 0}
    layout["scene"] = {
        "aspectmode": "manual",
        "aspectratio": {"x": 1.25, "y": 1.25, "z": 0.85},
        "camera": {
            "eye": {"x": -1.4, "y": -1.6, "z": 0.75},
            "center": {"x": 0, "y": 0, "z": -0.12},
        },
    }
    for name, ruler in zip(("xaxis", "yaxis", "zaxis"), scene.axes, strict=True):
        axis = _axis(ruler, grid=True)
        del axis["automargin"]
        del axis["title"]["standoff"]
        del axis["ticklabelstandoff"], axis["ticklabeloverflow"]
        layout["scene"][name] = {**axis, "showbackground": False, "showspikes": False}
    data: list[Json] = []
    if scene.grid and scene.x_values:
        data.append(
            {
                "type": "surface",
                "x": list(scene.x_values),
                "y": list(scene.y_values),
                "z": [_numbers(row) for row in scene.grid],
                "colorscale": [[0, colour(scene.look)], [1, colour(scene.look)]],
                "opacity": 0.45,
                "showscale": False,
                "hoverinfo": "skip",
                "contours": {
                    name: {"show": True, "color": colour(scene.look), "width": 1}
                    for name in ("x", "y")
                },
            }
        )
    if scene.points:
        xs, ys, zs = zip(*scene.points, strict=True)
        data.append(
            {
                "type": "scatter3d",
                "mode": "markers",
                "x": list(xs),
                "y": list(ys),
                "z": list(zs),
                "marker": {"color": colour(scene.look), "size": 4},
                **_hover(scene.hover),
            }
        )
    if not data:
        del layout["scene"]
        _blank(layout)
    return {"data": data, "layout": layout, "space": bool(data), "ends": []}
