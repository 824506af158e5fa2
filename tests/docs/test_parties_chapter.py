"""What docs/parties.md shows is so, the sizes in its table included."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from chapters import DOCS, run_sessions

from ringassay import ckks, parties


def test_the_session_gives_what_it_shows() -> None:
    run_sessions(DOCS / "parties.md", least=2)


def test_shares_have_the_sizes_of_the_table(tmp_path: Path) -> None:
    """With the parameters of the chapter, of one party."""
    parameters = ckks.choose(depth=1, precision=75, length=4)
    group = parties.Group(parameters, 1, name="sizes", seed=bytes(32))
    party = group.party(1, ledger=tmp_path / "ledger")
    public = party.public_key_share()
    first = party.relinearisation_share()
    second = party.relinearisation_share(first)
    rotation = party.rotation_shares(rotations=[1])[0]
    key = group.public_key(public)
    a, b, c = (key.encrypt(np.ones(4)) for _ in range(3))
    receiver = parameters.keys(rotation_keys=0).public
    shares = [public, first, second, rotation]
    shares += [party.decryption_share(a), party.switch_share(b, receiver), party.refresh_share(c)]
    sizes = [len(share.save()) for share in shares] + [len(party.deal(1)[0])]
    page = (DOCS / "parties.md").read_text(encoding="utf-8")
    rows = page.partition("| protocol | rounds |")[2].partition("\n\n")[0].splitlines()[2:]
    said = [
        int(x.replace(",", "")) for row in rows for x in re.findall(r"[\d,]+", row.split("|")[5])
    ]
    assert said == sizes
