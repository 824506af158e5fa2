"""App files: what they say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import explorations
from ringassay.explore import AppError, app_from_json, load_app, parse_app
from ringassay.explore.grid import chunks, columns

REFUSED = [
    ("version = 1", "version = 2", "version: should be 1"),
    ("security_bits = 100", "security_bits = -1", "constraints.security_bits"),
    (
        "security_bits = 100",
        "securty = 1",
        "there is no such field; see `ringassay --page explore`",
    ),
    ('expression = "a*b*c + a"', "", "either an expression or a circuit file"),
    ("n = [2048, 4096]", "n = 3000", "3000 is none"),
    ("n = [2048, 4096]", "n = [2048, 2048]", "listed twice"),
    ("n = [2048, 4096]", "n = []", "at least one entry"),
    ("n = [2048, 4096]", "n = true", "a number, a list of numbers or { from, to, step }"),
    ("{ from = 40, to = 120, step = 4 }", "{ from = 40 }", "a range is { from"),
    ("{ from = 40, to = 120, step = 4 }", "{ from = 9, to = 5 }", "a range goes up"),
    ("{ from = 40, to = 120, step = 4 }", "{ from = 1, to = 2, step = 1e-9 }", "at most 10000"),
    ("{ from = 40, to = 120, step = 4 }", "{ from = 1, to = 1e300 }", "below 10^18"),
    ("log2_w = [8, 16]", "log2_w = 0.5", "greater than or equal to 1"),
    ("t = [2, 3]", "t = 2.5", "whole numbers"),
    ("t = [2, 3]", "t = 1", "greater than or equal to 2"),
    ('scheme = "fv"', 'scheme = "ckks"', "integers are explored"),
    ('scheme = "fv"', 'scheme = "fv"\nformula = "magic"', "choose from recurrence, closed"),
    ('scheme = "fv"', 'scheme = "fv"\nsecret = "uniform"', "secret"),
    ('scheme = "fv"', 'scheme = "yashe"', "are called 'yashe': give them a name"),
    ('scheme = "fv"', 'scheme = "fv"\nerror_std = "wide"', "error_std"),
]


def test_the_example_is_read() -> None:
    app = load_app(Path(__file__).resolve().parents[2] / "examples" / "explore.toml")
    assert {block.scheme for block in app.scheme} == {"fv", "bgv"}
    assert len(app.study) == 1


@pytest.mark.parametrize(("old", "new", "said"), REFUSED)
def test_what_cannot_be_explored_is_refused(old: str, new: str, said: str) -> None:
    assert old in explorations.SMALL
    with pytest.raises(AppError) as refused:
        parse_app(explorations.SMALL.replace(old, new, 1), "app.toml")
    assert said in str(refused.value)
    assert str(refused.value).startswith("app.toml: ")


def test_too_many_points_are_refused_before_they_are_made() -> None:
    text = explorations.SMALL.replace("t = [2, 3]", "t = { from = 2, to = 9999 }")
    text = text.replace("log2_w = [8, 16]", "log2_w = { from = 1, to = 1000 }")
    with pytest.raises(AppError, match="at most 5000000 are possible"):
        parse_app(text)


def test_a_study_is_about_a_block_that_exists() -> None:
    text = explorations.SMALL + (
        '[[study]]\nname = "s"\nblock = "bgv"\nstart = { n = 1, log2_q = 1, log2_w = 1, t = 1 }\n'
        'steps = [{ parameter = "t", choose = "smallest" }]\n'
    )
    with pytest.raises(AppError, match="no scheme is called 'bgv'"):
        parse_app(text)
    text = text.replace("bgv", "fv").replace(", t = 1 }", " }")
    with pytest.raises(AppError, match="start lacks t"):
        parse_app(text)


def test_an_app_survives_its_json() -> None:
    found = explorations.app()
    again = app_from_json(found.to_json())
    assert again == found
    assert again.content_hash == found.content_hash
    assert explorations.app(small="other").content_hash != found.content_hash


def test_chunks_cover_every_point_once() -> None:
    found = explorations.app()
    assert found.points() == 2 * 21 * 2 * 2 + 3 + 2
    seen = set()
    for chunk in chunks(found, 10):
        block = found.scheme[chunk.block]
        points = columns(block, chunk.start, chunk.stop)
        for point in zip(*(points[name] for name in ("n", "log2_q", "log2_w", "t")), strict=True):
            seen.add((chunk.block, *map(float, point)))
    assert len(seen) == found.points()
    assert (0, 4096.0, 44.0, 16.0, 3.0) in seen


LINES = st.sampled_from(
    [
        *explorations.SMALL.splitlines(),
        "log2_q = nan",
        "n = { from = 0, to = -1, step = 0 }",
        "t = [[2]]",
        'secret = ["sparse-0", 1]',
        "[[study]]",
        'steps = [{ parameter = "n", choose = "secure", improvement = 2 }]',
        "start = { n = 1e18, log2_q = inf, log2_w = 1, t = 2 }",
        "[application]",
        "\x00",
        "= ",
    ]
)


@given(st.lists(LINES, max_size=30))
def test_any_text_is_an_app_or_an_error(lines: list[str]) -> None:
    try:
        assert parse_app("\n".join(lines)).points() > 0
    except AppError as refused:
        assert str(refused)
