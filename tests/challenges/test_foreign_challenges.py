"""Challenges beside an independent program: it reads ours, ours reads its, no tampering passes.

The published instances were not at hand as files; the messages, sizes and bound that were published
were, and a record of the beacon (vectors/beacon). What stands in for the instances is
`foreign_files`, which shares no code with ringassay.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import foreign_files as foreign
import numpy as np
import pytest

from ringassay import challenges

BEACON = Path(__file__).parents[2] / "vectors" / "beacon" / "1471449900.xml"
EPOCH = 1_471_449_900

INDICES = (3, 5, 7, 8, 9, 11, 12, 13, 15, 16, 20, 21, 27, 32, 36, 45, 60, 64, 105, 128)
POWERS = (8, 32, 128)


def problems() -> Iterator[foreign.Problem]:
    """Three of each index, and for powers of two large moduli as well."""
    for m in INDICES:
        yield foreign.Problem("rlwec", m, 97, 2, svar=1 / 64)
        yield foreign.Problem("rlwed", m, 256, 2, svar=0.25)
        yield foreign.Problem("rlwr", m, 255, 3, p=16)
    for m, q in itertools.product(POWERS, (2**32, 2**32 - 5, 1_159_182_337, 12_289, 2)):
        yield foreign.Problem("rlwec", m, q, 2, svar=1 / 1024)
        yield foreign.Problem("rlwed", m, q, 1, svar=0.01)
        if q > 2:
            yield foreign.Problem("rlwr", m, q, 2, p=q // 2 + 1)


def parameters(problem: foreign.Problem) -> challenges.Parameters:
    if problem.kind == "rlwr":
        return challenges.Parameters(problem.m, problem.q, problem.samples, p=problem.p)
    return challenges.Parameters(
        problem.m, problem.q, problem.samples, problem.svar, problem.kind == "rlwed"
    )


def test_a_hundred_of_ours_are_verified_and_read_by_another_program(tmp_path: Path) -> None:
    record = challenges.Record.read(BEACON)
    count = samples = 0
    for number, problem in enumerate(problems()):
        folder = challenges.generate(
            parameters(problem),
            tmp_path,
            epoch=EPOCH,
            number=number,
            instances=3,
            offset=number % 64,
        )
        assert challenges.verify(folder).opened == (0, 1, 2)
        chosen = challenges.suppress(folder, record)
        assert chosen == record.value[number % 64] % 3
        found = challenges.verify(folder, record)
        assert found.closed == (chosen,)
        read = foreign.read_folder(folder)
        assert read.problem == problem and (read.epoch, read.offset) == (EPOCH, number % 64)
        if read.bound is not None:
            assert read.bound == pytest.approx(problem.bound, rel=1e-9)
        for i, secret in enumerate(read.secrets):
            assert (secret is None) == (i == chosen)
            for a, b in read.samples[i] if secret is not None else ():
                assert foreign.is_right(problem, a, b, secret)
                samples += 1
        count += 1
    print(f"{count} challenges, {samples} samples")
    assert count >= 100


def test_all_its_coefficients_are_ours(tmp_path: Path) -> None:
    problem = foreign.Problem("rlwec", 45, 97, 2, svar=1 / 64)
    folder = challenges.generate(parameters(problem), tmp_path, epoch=EPOCH, instances=2)
    read, ours = foreign.read_folder(folder), challenges.read(folder)
    assert tuple(ours.exponents()) == foreign.exponents(45)
    for i in range(2):
        for (a, b), (x, y) in zip(read.samples[i], ours.samples(i), strict=True):
            assert np.array_equal(a, x) and np.array_equal(b, y)
        secret = ours.secret(i)
        assert secret is not None and np.array_equal(read.secrets[i], secret)


def test_a_published_challenge_has_the_bytes_of_ours(tmp_path: Path) -> None:
    """Challenge 0 of 2016, m = 256, q = 769, 3 samples: 40 bytes, 4,645 and 414 (residues vary)."""
    made = challenges.Parameters(256, 769, 3, variance=1 / 128)
    assert made.bound == 39.23675190848608
    folder = challenges.generate(made, tmp_path, epoch=EPOCH, annotation="short-toy")
    assert folder.name == "chall-id0000-rlwec-m256-q769-l3-short-toy"
    sizes = {path.suffix: path.stat().st_size for path in folder.glob("*")}
    assert sizes[".challenge"] == 40
    assert abs(sizes[".instance"] - 4645) < 60
    assert abs(sizes[".secret"] - 414) < 40


def test_those_of_another_program_are_accepted(tmp_path: Path) -> None:
    rng = np.random.default_rng(20161)
    count = 0
    for number, problem in enumerate(problems()):
        folder = foreign.write_folder(tmp_path, problem, rng, number=number)
        found = challenges.verify(folder, foreign=True)
        assert found.opened == (0, 1) and found.parameters == parameters(problem)
        # Its seeds are not ours.
        with pytest.raises(challenges.WrongChallengeError, match="seed"):
            challenges.verify(folder)
        count += 1
    assert count >= 100


Change = Callable[[bytes], bytes]


def tampered(folder: Path, file: Path, data: bytes, *, is_foreign: bool) -> None:
    """Fails unless the folder is refused with these bytes in place of the file's."""
    before = file.read_bytes()
    assert data != before
    file.write_bytes(data)
    with pytest.raises(challenges.ChallengeError):
        challenges.verify(folder, foreign=is_foreign)
    file.write_bytes(before)


def small() -> list[foreign.Problem]:
    return [
        foreign.Problem("rlwec", 15, 97, 2, svar=1 / 64),
        foreign.Problem("rlwed", 16, 256, 2, svar=0.25),
        foreign.Problem("rlwr", 9, 255, 3, p=16),
    ]


def parts(problem: foreign.Problem, data: bytes) -> tuple[bytes, list[list[np.ndarray]]]:
    """The head of an instance, and its samples."""
    head = b"".join(foreign.field(n, v) for n, v in foreign.fields(data) if n < 4)
    found = [
        [foreign.read_element(foreign.one(value)[k])[2] for k in (1, 2)]
        for n, value in foreign.fields(data)
        if n == 4
    ]
    return head, found


def joined(problem: foreign.Problem, head: bytes, samples: list[list[np.ndarray]]) -> bytes:
    modulus = problem.p if problem.kind == "rlwr" else problem.q
    for a, b in samples:
        of = foreign.element(problem.m, problem.q, a), foreign.element(problem.m, modulus, b)
        head += foreign.field(4, foreign.field(1, of[0]) + foreign.field(2, of[1]))
    return head


def changed(x: float, problem: foreign.Problem) -> float:
    """Another residue."""
    return (
        x + 1e-9
        if isinstance(x, float)
        else (x + 1 if x + 1 < problem.p or not problem.p else x - 1)
    )


@pytest.mark.parametrize("problem", small(), ids=lambda problem: problem.kind)
def test_every_coefficient_and_every_bit_of_a_seed_counts(
    problem: foreign.Problem, tmp_path: Path
) -> None:
    folder = challenges.generate(parameters(problem), tmp_path, epoch=EPOCH, instances=2)
    count = 0
    for i in range(2):
        file = folder / f"{folder.name}-{i:02X}.instance"
        head, samples = parts(problem, file.read_bytes())
        assert joined(problem, head, samples) == file.read_bytes()
        for sample, which in itertools.product(range(problem.samples), (0, 1)):
            for place in range(len(samples[sample][which])):
                value = samples[sample][which][place]
                samples[sample][which][place] = changed(value.item(), problem)
                tampered(folder, file, joined(problem, head, samples), is_foreign=False)
                samples[sample][which][place] = value
                count += 1
        secret = folder / f"{folder.name}-{i:02X}.secret"
        data = secret.read_bytes()
        said = foreign.one(data)
        at = data.index(said[5])
        for bit in range(256):
            flipped = bytearray(data)
            flipped[at + bit // 8] ^= 1 << bit % 8
            tampered(folder, secret, bytes(flipped), is_foreign=False)
            count += 1
        s = foreign.read_element(said[6])[2]
        for place in range(len(s)):
            other = s.copy()
            other[place] = other[place] + 1 if other[place] + 1 < problem.q else other[place] - 1
            rest = foreign.field(6, foreign.element(problem.m, problem.q, other))
            start = b"".join(foreign.field(n, v) for n, v in said.items() if n < 6)
            tampered(folder, secret, start + rest, is_foreign=False)
            count += 1
    assert challenges.verify(folder).opened == (0, 1)
    print(f"{problem.kind}: {count} changes")
    assert count > 512


@pytest.mark.parametrize("problem", small(), ids=lambda problem: problem.kind)
def test_other_bounds_and_parameters_are_caught(problem: foreign.Problem, tmp_path: Path) -> None:
    """In the challenge alone, in an instance alone, in all of them."""
    rng = np.random.default_rng(7)
    folder = foreign.write_folder(tmp_path, problem, rng)
    file = folder / f"{folder.name}.challenge"
    data, said = file.read_bytes(), problem.message()
    changes = [
        foreign.Problem(
            problem.kind, problem.m, problem.q + 1, problem.samples, problem.svar, problem.p
        ),
        foreign.Problem(
            problem.kind, problem.m + 1, problem.q, problem.samples, problem.svar, problem.p
        ),
        foreign.Problem(
            problem.kind, problem.m, problem.q, problem.samples + 1, problem.svar, problem.p
        ),
        foreign.Problem(
            problem.kind, problem.m, problem.q, problem.samples, problem.svar * 1.01, problem.p + 1
        ),
    ]
    messages = [one.message() for one in changes]
    if problem.kind != "rlwr":
        messages += [
            problem.message(problem.bound * 1.01 + 1),
            problem.message(problem.bound * 0.9),
        ]
        messages += [problem.message(0), problem.message(2.0**62)]
    for message in messages:
        tampered(folder, file, data.replace(said, message), is_foreign=True)
        one = folder / f"{folder.name}-00.instance"
        tampered(folder, one, one.read_bytes().replace(said, message), is_foreign=True)
    if problem.kind != "rlwr":
        other = foreign.write_folder(
            tmp_path, problem, rng, number=10, bound=problem.bound * 1.01 + 1
        )
        with pytest.raises(challenges.WrongChallengeError, match="bound"):
            challenges.verify(other, foreign=True)


@pytest.mark.parametrize("problem", small(), ids=lambda problem: problem.kind)
def test_wrong_openings_are_caught(problem: foreign.Problem, tmp_path: Path) -> None:
    folder = challenges.generate(parameters(problem), tmp_path, epoch=EPOCH, instances=5)
    record = challenges.Record.read(BEACON)
    secrets = {i: folder / f"{folder.name}-{i:02X}.secret" for i in range(5)}
    contents = {i: path.read_bytes() for i, path in secrets.items()}
    chosen = challenges.suppress(folder, record)
    others = [i for i in range(5) if i != chosen]
    for missing in itertools.chain(
        itertools.combinations(range(5), 2), [(i,) for i in others], [()]
    ):
        for i, path in secrets.items():
            path.unlink(missing_ok=True)
            if i not in missing:
                path.write_bytes(contents[i])
        with pytest.raises(challenges.WrongChallengeError, match="beacon suppresses"):
            challenges.verify(folder, record)
    for i in others:
        secrets[i].write_bytes(contents[i])
    secrets[chosen].unlink()
    assert challenges.verify(folder, record).closed == (chosen,)
    # Secrets exchanged, or of the suppressed instance under another number.
    for i in others:
        for other in {*range(5)} - {i}:
            tampered(folder, secrets[i], contents[other], is_foreign=False)
    # Another record: of another time, or another value.
    with pytest.raises(challenges.WrongChallengeError, match="of time"):
        challenges.verify(folder, challenges.Record(record.value, EPOCH + 60))
    wrong = bytes([record.value[0] + 1]) + record.value[1:]
    with pytest.raises(challenges.WrongChallengeError, match="beacon suppresses"):
        challenges.verify(folder, challenges.Record(wrong, EPOCH))
