"""The check of licences knows what it must not let through."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

# By its path: `packaging` has a script of this name as well.
_SPEC = spec_from_file_location(
    "scripts_licences", Path(__file__).parents[2] / "scripts" / "licences.py"
)
assert _SPEC is not None and _SPEC.loader is not None
licences = module_from_spec(_SPEC)
_SPEC.loader.exec_module(licences)


@pytest.mark.parametrize(
    "expression",
    ["MIT", "MIT OR GPL-3.0", "Apache-2.0/MIT", "(MIT OR Apache-2.0) AND Unicode-3.0",
     "Apache-2.0 WITH LLVM-exception OR LGPL-2.1"],
)  # fmt: skip
def test_a_choice_that_is_allowed(expression: str) -> None:
    assert licences.allowed(expression)


@pytest.mark.parametrize(
    "expression",
    ["", "GPL-3.0-only", "AGPL-3.0", "MIT AND GPL-2.0", "BSD-3-Clause-Clear", "MIT OR", "(MIT",
     "Proprietary", "(MIT OR GPL-2.0) AND AGPL-3.0", "MIT MIT"],
)  # fmt: skip
def test_what_is_not(expression: str) -> None:
    assert not licences.allowed(expression)


def test_texts_are_told_apart() -> None:
    root = Path(__file__).parents[2]
    assert licences.of_text((root / "LICENSE-MIT").read_text()) == "MIT"
    assert licences.of_text((root / "LICENSE-APACHE").read_text()) == "Apache-2.0"
    clear = "Redistributions in binary form must reproduce… Neither the name of… NO EXPRESS OR "
    clear += "IMPLIED LICENSES TO ANY PARTY'S PATENT RIGHTS ARE GRANTED"
    for text in (clear, "GNU AFFERO GENERAL PUBLIC LICENSE Version 3", "All rights reserved."):
        assert not licences.allowed(licences.of_text(text)), text


def test_what_is_apart_is_in_no_program_of_ours() -> None:
    """Only lock files of programs that the default build leaves out name it."""
    root = Path(__file__).parents[2]
    apart = {"cargo benches/peers", "cargo adapters/fhe-rs", "cargo adapters/tfhe-rs"}
    for source, name in licences.APART:
        assert source in apart
        for lock in (root / "Cargo.lock", root / "crates" / "code" / "Cargo.lock"):
            assert f'name = "{name}"' not in lock.read_text(), lock
