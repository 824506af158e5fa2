"""README's four statements work with BGV and BFV."""

from __future__ import annotations

import pytest
from chapters import DOCS, tokens

README = DOCS.parent / "README.md"


@pytest.mark.parametrize("scheme", ["bgv", "bfv"])
def test_four_statements_encrypt_add_and_decrypt(scheme: str) -> None:
    (shown,) = (
        token.content
        for token in tokens(README)
        if token.type == "code_block" and "from ringassay import bfv, bgv" in token.content
    )
    imports, _, program = shown.partition("\n\n")
    statements = program.strip().replace("bgv.choose", f"{scheme}.choose").splitlines()
    assert len(statements) == 4
    names: dict[str, object] = {}
    exec("\n".join((imports, *statements[:-1])), names)
    assert eval(statements[-1], names) == [0, 1, 0, 1, 0, 1]
