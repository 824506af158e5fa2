"""The sample document and its renderings, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringassay.report.document import Document
from ringassay.report.html.render import render as html
from ringassay.report.latex.render import render as latex

from . import sample


@pytest.fixture(scope="session")
def document() -> Document:
    return sample.document()


@pytest.fixture(scope="session")
def page(document: Document) -> str:
    return html(document)


@pytest.fixture(scope="session")
def files(document: Document) -> dict[str, bytes]:
    return latex(document)


@pytest.fixture(scope="session")
def directory(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("latex")
    for name, content in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(content)
    return root
