"""Challenges from Python: what is given back, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from ringassay import challenges
from ringassay.errors import UserError

VECTORS = Path(__file__).parents[2] / "vectors" / "beacon"
TOY = challenges.Parameters(8, 17, 4, variance=0.02)
RINGLWR = challenges.Parameters(9, 8, 6, p=4)


def test_parameters_are_what_was_asked() -> None:
    assert (TOY.problem, RINGLWR.problem) == ("continuous", "rounding")
    assert challenges.Parameters(8, 17, 4, 0.02, rounded=True).problem == "discrete"
    assert RINGLWR.bound is None and RINGLWR.p == 4
    key = challenges.Parameters(1024, 769, 3, variance=4 / 512).key()
    assert (key.n, key.samples, key.secret) == (512, 1536, "uniform")
    assert key.error_std == pytest.approx((4 / (2 * np.pi)) ** 0.5)
    assert challenges.Parameters(1024, 769, 3, variance=4 / 512).estimate().bits > 40


@pytest.mark.parametrize(
    "words",
    [
        {"m": 0}, {"m": 4097}, {"m": -8}, {"m": 2**70}, {"q": 1}, {"q": 2**32 + 1}, {"samples": 0},
        {"samples": 1025}, {"variance": 0.0}, {"variance": -1.0}, {"variance": float("nan")},
        {"variance": float("inf")}, {"p": 4}, {"variance": None}, {"variance": None, "p": 17},
        {"variance": None, "p": 1}, {"variance": None, "p": 4, "rounded": True},
    ],
)  # fmt: skip
def test_parameters_out_of_range_are_refused(words: dict[str, float]) -> None:
    given = {"m": 8, "q": 17, "samples": 4, "variance": 0.02} | words
    with pytest.raises(challenges.ChallengeError) as refused:
        challenges.Parameters(**given)  # type: ignore[arg-type]
    assert isinstance(refused.value, UserError) and refused.value.exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        {"epoch": 61}, {"epoch": -60}, {"offset": 64}, {"instances": 0}, {"instances": 257},
        {"annotation": ""}, {"annotation": "../x"}, {"annotation": "a.b"}, {"annotation": "a" * 65},
        {"number": -1}, {"number": 2**40},
    ],
)  # fmt: skip
def test_challenges_that_cannot_be_leave_nothing(words: dict[str, int], tmp_path: Path) -> None:
    with pytest.raises(challenges.ChallengeError):
        challenges.generate(TOY, tmp_path, **({"epoch": 60} | words))  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_challenge_from_beginning_to_end(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    folder = challenges.generate(
        TOY, tmp_path, epoch=1_783_680_960, instances=5, offset=3,
        progress=lambda done, total: heard.append((done, total)),
    )  # fmt: skip
    assert heard[-1] == (20, 20)
    read = challenges.read(folder)
    assert (read.instances, read.offset, read.parameters) == (5, 3, TOY)
    assert read.opened == (0, 1, 2, 3, 4)
    assert challenges.find(tmp_path) == challenges.find(folder) == [folder]
    record = challenges.Record.read(VECTORS / "2-1853305.json")
    chosen = challenges.suppress(folder, record)
    assert chosen == 0xE7 % 5
    assert challenges.read(folder).secret(chosen) is None
    with pytest.raises(challenges.WrongChallengeError, match="already"):
        challenges.suppress(folder, record)
    found = challenges.verify(folder, record)
    assert found.closed == (chosen,) and found.doubt is not None and found.doubt > 1e-6
    # What the beacon closed is open to whoever tries all: it is a toy.
    (secret,) = challenges.solve_toy(folder, chosen)
    a, b = read.samples(chosen)[0]
    assert a.dtype == np.int64 and b.dtype == np.float64 and len(secret) == len(a) == 4


def test_a_solved_toy_is_the_secret(tmp_path: Path) -> None:
    folder = challenges.generate(RINGLWR, tmp_path, epoch=60, instances=2)
    secret = challenges.read(folder).secret(1)
    assert secret is not None
    assert challenges.solve_toy(folder, 1) == [[int(c) % 8 for c in secret]]
    with pytest.raises(challenges.ChallengeError, match="instances 0 to 1"):
        challenges.solve_toy(folder, 2)
    large = challenges.Parameters(64, 769, 1, variance=0.01)
    folder = challenges.generate(large, tmp_path, epoch=60, instances=1)
    with pytest.raises(challenges.ChallengeError, match="degree 8"):
        challenges.solve_toy(folder, 0)


def test_records_are_files_and_nothing_else(tmp_path: Path) -> None:
    record = challenges.Record.read(VECTORS / "1471449900.xml")
    assert record.time == 1_471_449_900 and record.value[:2] == b"\x06\xbe"
    file = tmp_path / "value"
    file.write_text(record.value.hex())
    assert challenges.Record.read(file) == challenges.Record(record.value)
    for content in (b"", b"x", record.value, record.value.hex().encode() + b"00", b"9" * (1 << 20)):
        file.write_bytes(content)
        with pytest.raises(challenges.ChallengeError, match=str(file)):
            challenges.Record.read(file)
    with pytest.raises(challenges.ChallengeError, match="64 bytes"):
        challenges.Record(bytes(63))
    os.mkfifo(tmp_path / "pipe")
    for other in ("absent", "pipe", "."):
        with pytest.raises(OSError, match=r"absent|pipe|directory"):
            challenges.Record.read(tmp_path / other)


def test_what_is_no_challenge_is_said(tmp_path: Path) -> None:
    assert challenges.find(tmp_path) == []
    for read in (challenges.read, challenges.verify):
        with pytest.raises(challenges.ChallengeError, match=r"no file \*\.challenge") as refused:
            read(tmp_path)
        assert refused.value.exit_code == 2
        with pytest.raises(FileNotFoundError, match="absent"):
            read(tmp_path / "absent")
    with pytest.raises(challenges.ChallengeError, match="no folder"):
        challenges.find(tmp_path / "absent")
    with pytest.raises(FileNotFoundError):
        challenges.generate(TOY, tmp_path / "absent", epoch=60)


def test_errors_of_progress_are_passed_on(tmp_path: Path) -> None:
    def refuse(_done: int, _total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        challenges.generate(TOY, tmp_path, epoch=60, progress=refuse)
