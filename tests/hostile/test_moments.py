"""Moments from a clock that was ahead rule nothing."""

from __future__ import annotations

from pathlib import Path

from strangers import Forge

from program import Cli
from ringassay.store.moments import is_future, now, oldest_first


def test_moments_of_the_future_are_no_latest() -> None:
    moments = ["2031-01-01T00:00:00+00:00", "2026-01-01T00:00:00Z", now(), "no moment", "2999"]
    assert [is_future(one) for one in moments] == [True, False, False, False, False]
    assert oldest_first(moments, str)[0] == "2031-01-01T00:00:00+00:00"
    assert oldest_first(["b", "a", "b"], str) == ["a", "b", "b"]


def test_a_run_of_the_future_is_said_to_be_so_and_is_not_the_latest(
    strange: Path, forged: Forge
) -> None:
    ahead = forged(started_at="2091-01-01T00:00:00.000+00:00")
    cli = Cli(strange)
    ended = cli("run", "quick", "--sut", "plaintext", "--no-probes", "--store", "results.db")
    assert ended.code == 0, ended.err
    listed = cli("store", "list", "--store", "results.db", "--json").json
    assert listed[0]["run"] == ahead and len(listed) == 2
    shown = cli("show", "latest", "--store", "results.db", "--json")
    assert shown.code == 0 and ahead not in shown.out
    assert "(future)" in cli("store", "list", "--store", "results.db").out
