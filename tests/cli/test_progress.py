"""What the terminal says while a run goes on."""

from __future__ import annotations

import pytest

from ringassay.cli.progress import _Warnings
from ringassay.evaluation import SutNotStarted


def test_what_is_missing_around_a_system_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Also of a system that fails at start."""
    warn = _Warnings()
    warn(SutNotStarted("whole", {}))
    for _ in range(2):
        warn(SutNotStarted("open", {"files": "refused (EPERM)"}))
    text = " ".join(capsys.readouterr().err.split())
    assert text == "open is not isolated in every way: files: refused (EPERM)"
