"""compare over time: sides as people write them, thresholds, exit codes; reports kept."""

from __future__ import annotations

import pytest

from program import Cli


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A store with two labelled runs of one system."""
    cli = Cli(tmp_path_factory.mktemp("two"))
    for label in ("v1", "v2"):
        ended = cli("run", "quick", "--sut", "plaintext", "--label", label, "--no-probes")
        assert ended.code == 0, ended.err
    return cli


def test_labels_are_listed_and_compared(two: Cli) -> None:
    assert [run["label"] for run in two("store", "list", "--json").json] == ["v1", "v2"]
    assert "v1" in two("store", "list").out
    ended = two("compare", "v1", "v2", "--out", "labels", "--json")
    assert ended.code == 0, ended.err
    page = (two.folder / ended.json["html"]).read_text()
    assert "v1:plaintext against v2:plaintext" in page


def test_a_label_is_checked_before_anything_is_done(two: Cli) -> None:
    ended = two("run", "quick", "--sut", "plaintext", "--label", "a b", "--store", "none.db")
    assert ended.code == 2
    assert "is no label" in ended.err
    assert not (two.folder / "none.db").exists()


def test_thresholds_decide_the_exit_code(two: Cli) -> None:
    check = ("compare", "latest~1", "latest", "--out", "t", "--force")
    sizes = ("--metric", "key-size", "--metric", "right=0%", "--fail-above", "10%")
    ended = two(*check, *sizes, "--json")
    assert ended.code == 0, ended.err
    assert [one["finding"] for one in ended.json["checks"]] == ["within", "within"]
    assert ended.json["exit_code"] == 0
    # Too few keys to decide anything about them, whatever the machine did.
    ended = two(*check, "--metric", "keygen=1%")
    assert ended.code == 0
    assert "PASSED" in ended.err
    strict = two(*check, "--metric", "keygen=1%", "--strict")
    assert strict.code == 7
    assert "UNDECIDED" in strict.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--fail-above", "10"), "write a percentage such as 10%"),
        (("--fail-above", "-1%"), "no threshold"),
        (("--metric", "speed=1%"), "choose from keygen, ingestion"),
        (("--metric", "evaluation"), "--metric evaluation=10%"),
    ],
)
def test_thresholds_are_checked_first(two: Cli, arguments: tuple[str, ...], said: str) -> None:
    ended = two("compare", "v1", "v2", *arguments)
    assert ended.code == 2
    assert said in ended.err


def test_no_report_replaces_another_unasked(two: Cli) -> None:
    assert two("report", "v1", "--out", "r").code == 0
    before = (two.folder / "r/report.html").read_bytes()
    for arguments in (("report", "v2"), ("compare", "v1", "v2")):
        ended = two(*arguments, "--out", "r")
        assert ended.code == 2
        assert "report on 2" in ended.err and "--force" in ended.err
        assert (two.folder / "r/report.html").read_bytes() == before
    # The same again is the same, to the byte.
    assert two("report", "v1", "--out", "r").code == 0
    assert (two.folder / "r/report.html").read_bytes() == before
    assert two("report", "v2", "--out", "r", "--force").code == 0
    assert (two.folder / "r/report.html").read_bytes() != before
    # What is not ours is not replaced either.
    (two.folder / "r/report.html").write_text("mine")
    ended = two("report", "v2", "--out", "r")
    assert ended.code == 2
    assert "not known what" in ended.err
