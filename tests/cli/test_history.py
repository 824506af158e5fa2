"""history: table, JSON and page of a metric over the runs of a store."""

from __future__ import annotations

from program import Cli


def test_history(cli: Cli) -> None:
    for label in ("v1", "v2"):
        assert cli("run", "quick", "--sut", "plaintext", "--label", label, "--no-probes").code == 0
    assert cli("run", "quick", "--sut", "plaintext", "--security", "80", "--no-probes").code == 0
    ended = cli("store", "history", "evaluation", "--json")
    assert ended.code == 0, ended.err
    # The latest run asks for another security: it stands alone.
    (series,) = ended.json["systems"]
    assert [len(series["moments"]), series["changes"]] == [1, []]
    assert set(ended.json["left_out"].values()) == {"another suite (quick)"}
    ended = cli("store", "history", "--metric", "right", "v1", "v2", "--out", "h")
    assert ended.code == 2  # the first name is taken for the metric
    ended = cli("store", "history", "right", "v1", "v2", "--out", "h")
    assert ended.code == 0, ended.err
    assert "v1" in ended.out and "100.00%" in ended.out
    assert "no change beyond chance in 2 runs" in ended.out
    assert "over time" in (cli.folder / "h/report.html").read_text()
    # Runs of two suites in one store: the latest one is shown, the other named.
    ended = cli("store", "history", "evaluation", "v1", "latest")
    assert ended.code == 0 and "No run has" not in ended.err, ended.err
    assert "\ufffd" not in ended.out
    assert "µs" in ended.out or " ms" in ended.out
    ended = cli("store", "history", "speed")
    assert ended.code == 2
    assert "no metric is called 'speed': choose from keygen" in ended.err
