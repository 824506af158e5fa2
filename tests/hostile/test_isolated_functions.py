"""Functions of suites are traced in a process of their own, isolated as systems are."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from strangers import contents

from program import Cli
from ringassay.evaluation import isolated, load_suite
from ringassay.evaluation.suite import Suite, SuiteError
from ringassay.evaluation.traced import traced
from ringassay.evaluation.trust import trust_file
from ringassay.harness import PROTECTIONS

HEAD = 'version = 1\nseed = 1\nname = "s"\nsecurity = 80\nsuts = ["plaintext"]\n'
FUNCTION = '[[function]]\nfile = "f.py"\nfunction = "f"\nmodulus = 17\nbatch = 4\n'

Read = Callable[..., Suite]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads a suite with this function, in a folder of its own, after its content was trusted."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folder = tmp_path / "theirs"
    folder.mkdir()

    def reads(
        body: str, more: str = "random_inputs = 1\n", head: str = FUNCTION, **files: bytes
    ) -> Suite:
        named = {"f.py": body.encode(), **files}
        for name, content in named.items():
            (folder / name).write_bytes(content)
            trust_file(folder / name)
        (folder / "s.toml").write_text(HEAD + head + more)
        return load_suite(folder / "s.toml")

    return reads


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    """A folder of the user's, with a secret."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "secret").write_text("TICKET")
    return folder


HOSTILE = {
    "writes": ("open({victim!r} + '/canary', 'w')", "f.py:1"),
    "overwrites": ("open({victim!r} + '/secret', 'w')", "f.py:1"),
    "reads": ("print(open({victim!r} + '/secret').read())", "No such file"),
    "lists": ("import os; os.listdir({victim!r})", "No such file"),
    "removes": ("import os; os.remove({victim!r} + '/secret')", "No such file"),
    "reads its neighbour": ("print(open('neighbour').read())", 'files = ["…"]'),
    "imports its neighbour": ("import neighbour", "No module named 'neighbour'"),
    "environment": ("import os; os.environ['SECRET_TOKEN']", "KeyError"),
    "internet": ("import socket; socket.create_connection(('127.0.0.1', {port}))", "unreachable"),
    "other processes": ("import os; os.kill({pid}, 9)", "ProcessLookupError"),
    "exits": ("import os; os._exit(0)", "no circuit"),
    "exits with an error": ("import sys; sys.exit(3)", "3"),
    "ends itself": ("import os; os.abort()", "SIGABRT"),
    "a traceback": ("raise BaseException('x')", "ended without an answer"),
    "a forged answer": (
        "import os; [os.write(one, b'{{}}\\n') for one in range(3, 9) if os.path.exists("
        "f'/proc/self/fd/{{one}}') and os.readlink(f'/proc/self/fd/{{one}}').startswith('pipe')]"
        "; os._exit(0)", "no circuit",
    ),
    "processes": (
        "import os, time\nfor _ in range(100):\n    if os.fork() == 0:\n        time.sleep(30)",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", HOSTILE)
@pytest.mark.parametrize("when", ["executed", "called"])
def test_what_it_does_is_a_refusal_with_a_name(
    read: Read, victim: Path, monkeypatch: pytest.MonkeyPatch, attack: str, when: str
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    (victim.parent / "theirs" / "neighbour").write_text("DATA")
    (victim.parent / "theirs" / "neighbour.py").write_text("")
    server = socket.create_server(("127.0.0.1", 0))
    server.setblocking(False)
    code, said = HOSTILE[attack]
    text = code.format(victim=str(victim), port=server.getsockname()[1], pid=os.getpid())
    before = contents(victim.parent / "home")
    if when == "called":
        inner = "".join(f"    {line}\n" for line in text.splitlines())
        text, said = f"def f(x):\n{inner}    return x\n", said.replace("f.py:1", "f.py:2")
    else:
        text += "\ndef f(x):\n    return x\n"
    with pytest.raises(SuiteError) as refused, server:
        read(text)
    assert said in str(refused.value) and "f.py" in str(refused.value)
    assert "Traceback" not in str(refused.value)
    assert contents(victim.parent / "home") == before
    with pytest.raises(OSError), server:
        server.accept()


@pytest.mark.parametrize(
    ("constant", "bound", "body", "said"),
    [
        ("SECONDS", 2.0, "while True: pass", "it took more than 2 s"),
        ("SECONDS", 2.0, "import time; time.sleep(60)", "it took more than 2 s"),
        ("MEMORY_BYTES", 256 << 20, "x = bytearray(2 << 30)", "it took more than 256 MiB"),
        ("SCRATCH_BYTES", 1 << 20, "open('/tmp/x', 'wb').write(bytes(8 << 20))", "f.py"),
    ],
)
def test_bounds(
    read: Read, monkeypatch: pytest.MonkeyPatch, constant: str, bound: float, body: str, said: str
) -> None:
    monkeypatch.setattr(isolated, constant, bound)
    with pytest.raises(SuiteError) as refused:
        read(f"{body}\ndef f(x):\n    return x\n")
    assert said in str(refused.value)


def test_what_it_prints_and_leaves_behind_is_gone(read: Read, tmp_path: Path) -> None:
    mark = f"ringassay-left-{os.getpid()}"
    suite = read(
        "import os, subprocess, sys\n"
        f"subprocess.Popen(['/bin/sh', '-c', 'sleep 60 # {mark}'], start_new_session=True)\n"
        f"open('/tmp/{mark}', 'w').write('x')\n"
        "print('{}' * 100_000)\n"
        "def f(x):\n    print('more')\n    return 2 * x\n"
    )
    assert suite.function[0].answer_entries == (4,)
    assert not subprocess.run(["pgrep", "-f", mark], capture_output=True, check=False).stdout
    assert not (Path("/tmp") / mark).exists()


def test_the_files_that_it_names_are_there(read: Read) -> None:
    """A neighbour, and weights, by a name and beside `__file__`; numpy is the oracle."""
    weights = np.arange(4)
    suite = read(
        "from pathlib import Path\nimport numpy as np\nfrom step import STEP\n"
        "HERE = np.loadtxt(Path(__file__).with_name('weights.txt'), dtype=int)\n"
        "THERE = np.loadtxt('weights.txt', dtype=int)\n"
        "def f(x):\n    return HERE * x + THERE * STEP\n",
        'files = ["step.py", "weights.txt"]\ninputs = ["[[1,2,3,16]]"]\n',
        **{"step.py": b"STEP = 3\n", "weights.txt": b"0 1 2 3\n"},
    )
    (given,) = suite.function
    found = traced(given)
    assert isinstance(found, isolated.IsolatedFunction)
    assert set(found.isolation) == set(PROTECTIONS)
    expected = (weights * np.array([1, 2, 3, 16]) + 3 * weights) % 17
    assert found.circuit.evaluator().evaluate(b"[[1,2,3,16]]").strip() == (
        f"[{','.join(map(str, expected))}]".encode()
    )
    assert found.circuit.input_names == ["x"]
    assert found.answers_to([[[1, 2, 3, 16]]]) == [[expected.tolist()]]


def test_a_file_beside_it_is_trusted_by_its_content(read: Read, tmp_path: Path) -> None:
    with_files = 'files = ["step.py"]\nrandom_inputs = 1\n'
    body = "from step import STEP\ndef f(x):\n    return x + STEP\n"
    read(body, with_files, **{"step.py": b"STEP = 3\n"})
    (tmp_path / "theirs" / "step.py").write_text("STEP = 4\n")
    with pytest.raises(SuiteError, match=r"step\.py, SHA-256 .* suite trust"):
        load_suite(tmp_path / "theirs" / "s.toml")


def test_complex_numbers_and_results_of_two_kinds(read: Read) -> None:
    function = FUNCTION.replace("modulus = 17\n", "")
    suite = read(
        "import numpy as np\nfrom ringassay.trace import computation\n"
        "@computation(length=4, bound=1.0, dtype=complex)\n"
        "def f(x, y):\n    return x * np.conj(y), x.sum()\n",
        head=function,
    )
    assert suite.function[0].answer_entries == (4, 1)
    found = traced(suite.function[0])
    x, y = [1j, 0.5, -1, 0.25], [0.5, 1j, 1j, 1]
    assert isinstance(found, isolated.IsolatedFunction)
    ((products, total),) = found.answers_to([[x, y]])
    assert np.allclose(products, np.array(x) * np.conj(y)) and np.allclose(total, sum(x))


def test_a_function_of_the_users_own_is_the_users_program(cli: Cli, tmp_path: Path) -> None:
    """It may read what lies beside it, and writes where the user may."""
    (cli.folder / "weights.txt").write_text("3\n")
    (cli.folder / "own.py").write_text(
        "from pathlib import Path\n"
        "WEIGHT = int(Path(__file__).with_name('weights.txt').read_text())\n"
        "Path(__file__).with_name('written').touch()\n"
        "def f(x):\n    return WEIGHT * x\n"
    )
    config = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    ended = cli(
        *("run", "--function", "own.py:f", "--modulus", "17", "--batch", "2"),
        *("--sut", "plaintext", "--no-probes"),
        **config,
    )
    assert ended.code == 0, ended.err
    assert (cli.folder / "written").exists() and "in a process of its own" not in ended.err
