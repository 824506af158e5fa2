"""What notebooks show of our objects: true, escaped, and nothing of secrets."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from ringassay import bgv, notebook
from ringassay.ring import Ring, RingError

sys.path.append(str(Path(__file__).parents[1] / "explore"))
sys.path.append(str(Path(__file__).parents[1] / "evaluation"))
sys.path.append(str(Path(__file__).parents[1] / "store"))


@pytest.fixture(scope="module")
def parameters() -> bgv.Parameters:
    return bgv.choose(length=18, depth=3, index=127, insist=True)


@pytest.fixture(scope="module")
def keys(parameters: bgv.Parameters) -> bgv.Keys:
    return parameters.keys(rotation_keys=16)


def test_parameters_say_what_they_lack(parameters: bgv.Parameters) -> None:
    page = parameters._repr_html_()
    assert f"{parameters.m}, {parameters.n}" in page
    assert "BELOW what was asked for" in page


def test_the_noise_bar_is_the_noise(keys: bgv.Keys) -> None:
    fresh = keys.encrypt([1] * 18)
    product = fresh * fresh * fresh
    for ciphertext in (fresh, product):
        page, noise = ciphertext._repr_html_(), ciphertext.noise
        shares = [float(width) for width in re.findall(r"width:([\d.]+)%;background", page)]
        assert sum(shares) == pytest.approx(100, abs=0.2)
        assert shares[0] == pytest.approx(100 * noise.noise_bits / noise.modulus_bits, abs=0.1)
        assert shares[1] == pytest.approx(
            100 * (noise.bound_bits - noise.noise_bits) / noise.modulus_bits, abs=0.1
        )
        assert f"{noise.budget_bits:.1f} bits of noise budget left" in page


def test_keys_show_nothing_of_themselves(keys: bgv.Keys) -> None:
    for key in (keys, keys.secret, keys.public, keys.evaluation):
        assert len(key._repr_html_()) < 2000
        assert len(repr(key)) < 600
    assert keys.secret._repr_html_() == bgv.SecretKey._repr_html_(keys.secret)
    assert str(keys.evaluation.rotations) in keys.evaluation._repr_html_()


def test_elements_show_coefficients_unless_they_are_secret() -> None:
    ring = Ring(15, limbs=2, bits=30)
    assert "15 = 5 · 3" in ring._repr_html_()
    page = ring(list(range(8)))._repr_html_()
    assert "0, 1, 2, 3, 4, 5, 6, 7<" in page
    secret = Ring(16).ternary(seed=1)
    assert "mod " not in secret._repr_html_()
    with pytest.raises(RingError, match="not drawn"):
        secret.plot()


def test_plots_hold_the_data_and_are_drawn_only_when_asked(tmp_path: Path) -> None:
    element = Ring(16)([1, -2, 3, -4, 5, -6, 7, -8])
    plot = element.plot()
    (line,) = plot.axes.lines
    assert list(line.get_ydata()) == [1, -2, 3, -4, 5, -6, 7, -8]  # type: ignore[arg-type]
    assert "<svg" in plot._repr_svg_()
    plot.save(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")


def test_explorations_count_what_they_show(tmp_path: Path) -> None:
    from explorations import app, explore
    from ringassay.explore import select
    from ringassay.explore.app import AppError
    from ringassay.store import Store

    with Store(tmp_path / "results.db") as store:
        found = explore(store, app())
    frame = found.frame()
    page = found._repr_html_()
    for block, points in frame.groupby("block"):
        secure = points["attack_status"].eq(0) & points["security_bits"].ge(100)
        deep = points["depth"] >= found.facts["multiplicative_depth"]
        wanted = [block, points["scheme"].iloc[0], len(points), deep.sum(), (deep & secure).sum()]
        cells = "".join(rf"<td [^>]*>{re.escape(str(cell))}</td>" for cell in wanted)
        assert re.search(cells, page), wanted
    chosen = select(found)
    best = chosen.frame().iloc[0]
    assert f"recommended: {best['block']}, n = {best['n']}" in chosen._repr_html_()
    assert len(repr(found)) < 200
    assert len(repr(chosen)) < 300
    drawn = sum(len(line.get_xdata()) for line in found.plot().axes.lines)  # type: ignore[arg-type]
    assert drawn == len(frame)
    with pytest.raises(AppError, match="no column 'colour'"):
        found.plot("colour")


def test_runs_are_summed_up(tmp_path: Path) -> None:
    from recording import run_small

    from ringassay.store import Store, load

    with Store(tmp_path / "results.db") as store:
        data = load(store, [run_small(store).run])
    frame = data.frame()
    assert frame["cases"].sum() == len(data.evaluations)
    assert frame["right"].sum() == (data.evaluations["outcome"] == "ok").sum()
    assert f"{frame['right'].iloc[0]} of {frame['cases'].iloc[0]}" in data._repr_html_()
    assert "runs" in repr(data)
    assert len(data.plot("total_wall_ns").axes.get_xticklabels()) == len(frame)
    with pytest.raises(ValueError, match="no column of numbers"):
        data.plot("outcome")


def test_what_is_shown_is_escaped() -> None:
    evil = '<script>alert("x")</script>'
    pages = [
        notebook.card(evil, evil),
        notebook.table((evil,), [(evil,)]),
        notebook.bar([(evil, 1.0, "#000")], evil),
    ]
    for page in pages:
        assert "<script" not in page
        assert '"x"' not in page


def test_bars_of_nothing_and_of_less() -> None:
    assert "width:0.0%" in notebook.bar([("none", 0.0, "#000"), ("less", -1.0, "#000")], "empty")
