"""The stages of the FHE benchmarking suite's Zn-multiplication, as its harness calls them."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ringassay.sut import registry

SHIM = Path(__file__).parents[2] / "adapters/fhe-benchmarking"
STAGES = ("client_key_generation", "client_preprocess_input", "client_encode_encrypt_input")
RUN = ("server_encrypted_compute", "client_decrypt_decode", "client_postprocess")


def _suite(root: Path, system: str, width: int, count: int) -> list[int]:
    """What the harness does of its own: the folders, the data set and the expected products."""
    shutil.copytree(SHIM, root / "submission")
    (root / "scripts").mkdir()
    shutil.copy(SHIM / "build_task_submission.sh", root / "scripts")
    (root / "io/toy").mkdir(parents=True)
    (root / "datasets/toy").mkdir(parents=True)
    rng = random.Random(f"{system} {width}")
    operands = [[rng.randrange(1 << width) for _ in range(count)] for _ in range(2)]
    operands[0][0] = operands[1][0] = (1 << width) - 1
    for name, numbers in zip(("lhs", "rhs"), operands, strict=True):
        text = "".join(f"{number}\n" for number in numbers)
        (root / f"datasets/toy/{name}.txt").write_text(text)
    return [a * b % (1 << width) for a, b in zip(*operands, strict=True)]


def _call(root: Path, command: list[str], system: str, width: int) -> subprocess.CompletedProcess:  # type: ignore[type-arg]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "ZN_SUT": system, "ZN_WIDTH": str(width)}
    return subprocess.run(
        command, cwd=root, env=env, capture_output=True, text=True, check=False, timeout=540
    )


@pytest.mark.parametrize(
    ("system", "width", "count"),
    [("plaintext", 64, 10), ("ringassay-bgv", 4, 10), ("tfhe-rs", 4, 1)],
)
def test_a_submission_from_keys_to_products(
    tmp_path: Path, system: str, width: int, count: int
) -> None:
    try:
        registry.lookup(system)
    except registry.UnavailableSutError as missing:
        pytest.skip(str(missing))
    expected = _suite(tmp_path, system, width, count)
    built = _call(tmp_path, ["scripts/build_task_submission.sh"], system, width)
    assert built.returncode == 0, built.stderr
    programs = tmp_path / "submission/target/release"
    for stage in STAGES:
        said = _call(tmp_path, [str(programs / stage), "toy"], system, width)
        assert said.returncode == 0, (stage, said.stderr, said.stdout)
    io = tmp_path / "io/toy"
    for _ in range(2):  # the harness repeats these on the same keys and ciphertexts
        for stage in RUN:
            said = _call(tmp_path, [str(programs / stage), "toy", str(count)], system, width)
            assert said.returncode == 0, (stage, said.stderr, said.stdout)
        lines = (io / "cleartext_output/out.txt").read_text().split()
        assert list(map(int, lines)) == expected
        (io / "cleartext_output/out.txt").unlink()
    for folder in ("public_keys", "ciphertexts_upload", "ciphertexts_download"):
        assert sum(file.stat().st_size for file in (io / folder).iterdir()) > 0
    # What was uploaded is what is computed on.
    (io / "ciphertexts_upload/input.bin").write_bytes(b"EDATA\n1\nxENDEDATA\n")
    said = _call(tmp_path, [str(programs / RUN[0]), "toy", str(count)], system, width)
    assert said.returncode != 0
    (io / "host.sock").unlink()


def test_a_stage_without_a_host_says_so(tmp_path: Path) -> None:
    _suite(tmp_path, "plaintext", 64, 2)
    assert _call(tmp_path, ["scripts/build_task_submission.sh"], "plaintext", 64).returncode == 0
    stage = tmp_path / "submission/target/release/client_encode_encrypt_input"
    said = _call(tmp_path, [str(stage), "toy"], "plaintext", 64)
    assert said.returncode == 1 and "client_key_generation starts it" in said.stderr
    bad = tmp_path / "datasets/toy/lhs.txt"
    bad.write_text(f"{1 << 64}\n")
    stage = tmp_path / "submission/target/release/client_preprocess_input"
    said = _call(tmp_path, [str(stage), "toy"], "plaintext", 64)
    assert said.returncode != 0 and "64 bits" in said.stderr
