"""What docs/ring.md says is so: sessions run, tables and pictures are those of the library."""

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
from chapters import DOCS, run_sessions

from ringassay import _native
from ringassay.ring import Ring

CHAPTER = DOCS / "ring.md"
PICTURES = DOCS / "pictures"

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
MOST_BYTES = 150_000

AS_DESCRIBED = pytest.mark.skipif(
    _native.backends()["chosen"] != "avx512", reason="the chapter describes the choice on AVX-512"
)


@AS_DESCRIBED
def test_every_session_gives_what_it_shows() -> None:
    run_sessions(CHAPTER, least=3)


WORDS = {"dense": "sums of products", "Rader": "Rader, convolution of ", "padded": "padded to"}


@AS_DESCRIBED
def test_the_picture_of_methods_shows_the_estimate_of_the_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(PICTURES))
    cyclotomic = __import__("cyclotomic")
    methods = __import__("ring_methods")
    primes = list(filter(cyclotomic.is_prime, range(3, 400)))
    for p in primes:
        kind, (transform,) = methods.cheapest(p), Ring(p).transforms
        taken = [name for name, words in WORDS.items() if words in transform]
        assert [kind] == taken, f"{p}: {transform}; was the estimate in cost.rs changed?"
    dense = [p for p in primes if methods.cheapest(p) == "dense"]
    assert dense == [*(p for p in primes if p <= 59), 83, 107], "as the chapter's table says"


def test_the_spread_of_errors_is_what_the_text_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PICTURES))
    independent, times_g, sampled = __import__("ring_errors").spectra(105)
    text = " ".join(CHAPTER.read_text(encoding="utf-8").split())
    low, high = independent[[0, -1]]
    assert f"between {low:.2f} and {high:.2f}, a ratio of √105" in text
    assert math.isclose(high / low, math.sqrt(105), rel_tol=1e-5)
    assert f"between {times_g[0]:.2f} and {times_g[-1]:.2f}." in text
    assert f"within {100 * abs(sampled - 1).max():.1f} % of 1" in text


def drawn(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.glob("ring-*.svg")}


def test_the_pictures_are_those_that_the_program_draws(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PICTURES / "ring.py", tmp_path], check=True)
    fresh, stored = drawn(tmp_path), drawn(DOCS / "images")
    assert fresh.keys() == stored.keys()
    for name, picture in fresh.items():
        assert len(picture.encode()) < MOST_BYTES, name
        assert same(picture, stored[name]), f"{name}: run python docs/pictures/ring.py"
        assert f"images/{name}" in CHAPTER.read_text(encoding="utf-8"), f"{name} is not shown"


def same(left: str, right: str) -> bool:
    """Whether pictures are equal but for the last digits of numbers: processors add differently."""
    if left == right:
        return True
    numbers = [list(map(float, NUMBER.findall(text))) for text in (left, right)]
    texts = [NUMBER.sub("#", text) for text in (left, right)]
    close = all(abs(a - b) < 1e-2 for a, b in zip(*numbers, strict=False))
    return texts[0] == texts[1] and len(numbers[0]) == len(numbers[1]) and close


def test_pictures_that_differ_are_noticed() -> None:
    picture = drawn(DOCS / "images")["ring-errors.svg"]
    number = next(n for n in NUMBER.findall(picture) if "." in n and float(n) > 10)
    assert same(picture, picture.replace(number, str(float(number) + 1e-6), 1))
    assert not same(picture, picture.replace(number, str(float(number) + 1), 1))
    assert not same(picture, picture.replace("<path", "<rect", 1))
