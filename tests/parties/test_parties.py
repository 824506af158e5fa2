"""Parties that share a key, in Python: all schemes, all steps, what is refused."""

from __future__ import annotations

import itertools
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ringassay import bfv, bgv, ckks, parties
from ringassay.he import (
    DataError,
    MismatchError,
    NoiseBudgetError,
    OperandError,
    ParametersError,
    SchemeError,
)

SEED = bytes(range(32))


def chosen(scheme: Any) -> Any:
    if scheme is ckks:
        return ckks.choose(depth=1, precision=75, length=8)
    return scheme.choose(length=8, plaintext=257, depth=1, slack=3)


class Together:
    """Parties with keys, in one process."""

    def __init__(self, scheme: Any, folder: Path, count: int, name: str = "session") -> None:
        self.scheme, self.folder = scheme, folder
        self.single = chosen(scheme)
        self.group = parties.Group(self.single, count, name=name, seed=SEED)
        numbers = range(1, count + 1)
        self.all = [self.group.party(n, ledger=folder / f"{n}.ledger") for n in numbers]
        self.public = self.group.public_key(self.sent(p.public_key_share() for p in self.all))
        first = self.sent(p.relinearisation_share() for p in self.all)
        second = self.sent([p.relinearisation_share(first) for p in self.all])
        rotations = [s for p in self.all for s in p.rotation_shares(rotations=[1])]
        self.keys = self.group.evaluation_keys(first, second, self.sent(rotations))

    def sent(self, shares: Any) -> list[parties.Share]:
        """As they arrive, in another order."""
        return [self.group.load_share(share.save()) for share in reversed(list(shares))]

    def encrypt(self, vector: Any) -> Any:
        return self.public.encrypt(vector).using(self.keys)

    def decrypt(self, a: Any) -> Any:
        return self.group.decrypt(a, self.sent(p.decryption_share(a) for p in self.all))

    def check(self, found: Any, wanted: Any) -> None:
        if self.scheme is ckks:
            assert np.abs(found - wanted).max() < 2**-15
        else:
            assert list(found) == [int(x) % 257 for x in wanted]


def vectors(scheme: Any) -> list[Any]:
    draws = np.random.default_rng(5)
    if scheme is ckks:
        return [draws.uniform(-1, 1, 8) for _ in range(3)]
    return [draws.integers(0, 257, 8) for _ in range(3)]


SCHEMES = pytest.mark.parametrize("scheme", [bgv, bfv, ckks], ids=lambda s: s.__name__[10:])


@SCHEMES
def test_three_parties_compute(scheme: Any, tmp_path: Path) -> None:
    together = Together(scheme, tmp_path, 3)
    x, y, z = vectors(scheme)
    a, b, c = map(together.encrypt, (x, y, z))
    together.check(together.decrypt(a + b + c), x + y + z)
    together.check(together.decrypt(a * b), x * y)
    together.check(together.decrypt(c.rotate(1)), np.roll(z, -1))
    # What was saved comes back, with the parameters of so many parties only.
    again = together.group.parameters.load_ciphertext(a.save())
    with pytest.raises(OperandError, match="given before"):
        together.all[0].decryption_share(c + b + a)
    public = together.public.save()
    together.group.parameters.load_public_key(public)
    with pytest.raises(MismatchError):
        together.single.load_public_key(public)
    assert again.save() == a.save()


@SCHEMES
def test_a_receiver_and_a_refresh(scheme: Any, tmp_path: Path) -> None:
    together = Together(scheme, tmp_path, 2)
    x, y, _ = vectors(scheme)
    a, b = map(together.encrypt, (x, y))
    receiver = together.single.keys(rotation_keys=0)
    shares = together.sent(p.switch_share(a, receiver.public) for p in together.all)
    together.check(receiver.decrypt(together.group.switch(a, receiver.public, shares)), x)
    fresh = together.group.refresh(b, together.sent(p.refresh_share(b) for p in together.all))
    assert fresh.noise.level == b.noise.level
    together.check(together.decrypt(fresh * fresh), y * y)


@SCHEMES
def test_two_of_three(scheme: Any, tmp_path: Path) -> None:
    together = Together(scheme, tmp_path, 3)
    x = vectors(scheme)[0]
    dealt = [party.deal(2) for party in together.all]
    for party in together.all:
        party.collect(of_one[party.number - 1] for of_one in dealt)
    # The third begins anew from what it saved.
    saved = together.all[2].save()
    del together.all[2], party
    together.all.append(together.group.load_party(saved, ledger=tmp_path / "3.ledger"))
    for active in itertools.combinations((1, 2, 3), 2):
        name = f"of {active}"
        group = parties.Group(together.single, 3, name=name, seed=SEED, active=active)
        a = together.encrypt(x)
        chosen_parties = [together.all[number - 1].within(group) for number in active]
        together.check(group.decrypt(a, [p.decryption_share(a) for p in chosen_parties]), x)
        other = parties.Group(together.single, 3, name="again", seed=SEED, active=[1, 2, 3])
        with pytest.raises(OperandError, match="given before"):
            chosen_parties[0].within(other).decryption_share(a)
    alone = parties.Group(together.single, 3, name="alone", seed=SEED, active=[1])
    with pytest.raises(ParametersError, match="2 are needed"):
        together.all[0].within(alone).decryption_share(together.encrypt(x))


def test_a_ledger_is_kept(tmp_path: Path) -> None:
    together = Together(bfv, tmp_path, 2)
    a = together.encrypt(vectors(bfv)[0])
    party = together.all.pop(0)
    party.decryption_share(a)
    given, saved, path = party.shares_given, party.save(), tmp_path / "1.ledger"
    with pytest.raises(DataError, match="open elsewhere"):
        together.group.load_party(saved, ledger=path)
    with pytest.raises(SchemeError, match="cannot be created"):
        together.group.party(1, ledger=path)
    with pytest.raises(MismatchError, match="another ledger"):
        together.group.load_party(saved, ledger=_other(together, tmp_path))
    del party
    again = together.group.load_party(saved, ledger=path)
    assert again.shares_given == given
    with pytest.raises(OperandError, match="given before"):
        again.decryption_share(a)
    with pytest.raises(OperandError, match="given before"):
        again.public_key_share()
    del again
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(DataError, match="cut off"):
        together.group.load_party(saved, ledger=path)
    path.unlink()
    with pytest.raises(SchemeError, match="cannot be opened"):
        together.group.load_party(saved, ledger=path)


CHILD = """
import os, signal, sys
from pathlib import Path
from ringassay import bfv, parties
folder = Path(sys.argv[1])
parameters = bfv.Parameters.load((folder / "parameters").read_bytes(), 8)
group = parties.Group(parameters, 2, name="session", seed=bytes(range(32)))
party = group.load_party((folder / "secret").read_bytes(), ledger=folder / "1.ledger")
ciphertext = group.parameters.load_ciphertext((folder / "ciphertext").read_bytes())
party.decryption_share(ciphertext)
os.kill(os.getpid(), signal.SIGKILL)  # before it is sent
"""


def test_a_party_that_was_killed_gives_no_second_share(tmp_path: Path) -> None:
    together = Together(bfv, tmp_path, 2)
    a = together.encrypt(vectors(bfv)[0])
    party = together.all.pop(0)
    saved, given = party.save(), party.shares_given
    del party
    for name, data in [
        ("parameters", together.single.save()),
        ("secret", saved),
        ("ciphertext", a.save()),
    ]:
        (tmp_path / name).write_bytes(data)
    child = subprocess.run([sys.executable, "-c", CHILD, str(tmp_path)], check=False)
    assert child.returncode == -signal.SIGKILL
    again = together.group.load_party(saved, ledger=tmp_path / "1.ledger")
    assert again.shares_given == given + 1
    with pytest.raises(OperandError, match="given before"):
        again.decryption_share(a)


def _other(together: Together, folder: Path) -> Path:
    path = folder / "other.ledger"
    together.group.party(1, ledger=path)
    return path


def test_what_is_refused(tmp_path: Path) -> None:
    together = Together(bgv, tmp_path, 2)
    group, (one, two) = together.group, together.all
    a = together.encrypt(vectors(bgv)[0])
    share = one.decryption_share(a)
    with pytest.raises(MismatchError, match="party 2"):
        group.decrypt(a, share)
    with pytest.raises(MismatchError, match="twice"):
        group.sum([share, share])
    with pytest.raises(MismatchError, match="no shares"):
        group.sum([])
    with pytest.raises(MismatchError, match="another session"):
        elsewhere = parties.Group(together.single, 2, name="other", seed=SEED)
        elsewhere.load_share(share.save())
    with pytest.raises(DataError, match="damaged"):
        damaged = bytearray(share.save())
        damaged[200] ^= 1
        group.load_share(bytes(damaged))
    with pytest.raises(NoiseBudgetError, match="insists"):
        two.decryption_share(a.insisting())
    deep = a
    with pytest.raises(NoiseBudgetError, match="bits more"):
        for _ in range(20):
            deep = deep * deep
            two.decryption_share(deep)
    for count in (0, 2000):
        with pytest.raises(ParametersError):
            parties.Group(together.single, count, name="x", seed=SEED)
    with pytest.raises(ParametersError, match="no party 3"):
        group.party(3, ledger=tmp_path / "3.ledger")
    assert not (tmp_path / "3.ledger").exists()
    with pytest.raises(ParametersError, match="2\\^-5"):
        parties.Group(together.single, 2, name="x", seed=SEED, statistical_bits=5)
    assert repr(one) == "<party 1 of 2>"
    assert repr(share) == "<share of a decryption, parties 1>"
