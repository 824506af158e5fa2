"""What has no circuit is refused with file and line of the user's code, and what to do."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from ringassay.trace import TraceError, load_function, trace

# The line of each body that is refused, counted from the function's first, and the reason.
REFUSED = {
    "if x.sum() > 3:\n    return x\nreturn -x": (1, "> on integers modulo 97"),
    "if x == 3:\n    return x\nreturn -x": (1, "a branch on an encrypted value"),
    "y = x + 1\nwhile y:\n    y = y - 1\nreturn y": (2, "a branch on an encrypted value"),
    "return x and x": (1, "a branch on an encrypted value"),
    "return max(x[0], x[1])": (1, "> on integers modulo 97"),
    "for _ in range(x):\n    pass\nreturn x": (1, "as an index"),
    "return [1, 2, 3][x]": (1, "as an index"),
    "return x / 2": (1, "no division"),
    "return 1 // x": (1, "no division"),
    "return x % 5": (1, "no remainder but that by 97"),
    "return x ** -1": (1, "negative integer powers"),
    "return 2 ** x": (1, "exponent"),
    "return x * 0.5": (1, "integers are wanted"),
    "return x + np.ones(3, dtype=int)": (1, "shapes (8,) (3,)"),
    "return x[:3] + x[:4]": (1, "shapes (3,) (4,)"),
    "return x[x]": (1, "an encrypted index"),
    "return x[9]": (1, "out of bounds"),
    "x[x] = 1\nreturn x": (1, "an encrypted index"),
    "x[0][...] = 1\nreturn x": (1, "a number of numpy"),
    "x[0] = 0.5\nreturn x": (1, "integers are wanted"),
    "np.broadcast_to(x[:1], (3,))[0] = 1\nreturn x": (1, "a read-only view"),
    "a = np.zeros(8, dtype=int)\na += x\nreturn a": (2, "np.add into an array of numpy"),
    "a = np.zeros(8, dtype=int)\na[0] = x[0]\nreturn a": (2, "np.zeros_like(x) makes an array"),
    "np.add(x, 1, out=np.zeros(8, int))\nreturn x": (1, "np.add into an array of numpy"),
    "return (x + x) == 3": (1, "(…) % 97"),
    "return x == 3.0": (1, "integers are wanted"),
    "x /= 2\nreturn x": (1, "numpy refuses it"),
    "x += 0.5\nreturn x": (1, "numpy refuses it"),
    "b = x == 3\nb += x\nreturn b": (2, "numpy refuses it"),
    "return (x == 3) - (x == 4)": (1, "numpy boolean subtract"),
    "return -(x == 3)": (1, "numpy boolean negative"),
    "return np.outer(x == 1, x == 2) @ (x == 3)": (1, "64 entries"),
    "return np.diag(x[:2] == 1) @ (x[:2] == 3)": (1, "a disjunction of conjunctions"),
    "return np.convolve(x[:2] == 1, x[:2] == 3)": (1, "a disjunction"),
    "return (x == 1).sum(dtype=np.int8).astype(np.int8) * np.int8(99)": (1, "int8 overflows"),
    "return x.astype(np.uint8) * np.uint8(3)": (1, "uint8 overflows"),
    "return x + np.arange(8, dtype=np.uint64)": (1, "numpy's result is float64"),
    "return x.mean()": (1, "numpy's result is float64"),
    "return x.astype(float)": (1, "numpy's result is float64"),
    "return x.astype('datetime64[s]')": (1, "not followed"),
    "return abs(x - 3)": (1, "np.abs on integers modulo 97"),
    "return x // 2": (1, "no division"),
    "return x >> 1": (1, "no division"),
    "return divmod(x, 2)": (1, "np.divmod has no circuit"),
    "return x.max()": (1, "of bits only"),
    "return np.argmax(x)": (1, "np.argmax has no circuit: which of two is larger"),
    "return np.exp(x)": (1, "np.exp has no circuit: approximate it"),
    "return x.tolist()": (1, ".tolist has no circuit"),
    "return x.sort()": (1, ".sort has no circuit"),
    "return x.roll(2)": (1, "np.roll(x, shift) is a function"),
    "return f'{x}'": (1, "as text"),
    "return 3 in x": (1, "nobody knows"),
    "return np.where(x == 3)": (1, "np.where(condition, a, b)"),
    "return x[x == 3]": (1, "an encrypted index"),
    "return np.roll(x, x[0])": (1, "encrypted shift"),
    "return np.sum(x, where=x == 1)": (1, "where="),
    "return np.sum(x, initial=3)": (1, "initial="),
    "return np.add(x, x, where=np.arange(8) < 2)": (1, "where="),
    "return np.asarray(x)": (1, "no array of numpy"),
    "return x + [x[0]] * 8": (1, "np.stack"),
    "return x[8:]": (1, "without entries"),
    "return np.tile(x, 2)": (1, "at most 8"),
    "return np.sin(x)": (1, "np.sin has no circuit"),
    "return np.sort(x)": (1, "np.sort has no circuit"),
    "return np.array([x, x])": (1, "no array of numpy"),
    "return x & 1": (1, "& is for bits"),
    "return float(x.sum())": (1, "cannot be read"),
    "return int(x[0])": (1, "cannot be read"),
    "return np.eye(9, 8, dtype=int) @ x": (1, "9 entries"),
    "return np.eye(3, dtype=int) @ x": (1, "size 8 is different from 3"),
    "return undefined + x": (1, "NameError"),
    "z = {}['a']\nreturn x": (1, "KeyError"),
    "return np.concatenate([x, x])": (1, "at most 8"),
    "return x.reshape(2, 5)": (1, "cannot reshape"),
}


def written(folder: Path, body: str, head: str = "def f(x):") -> str:
    text = f"import numpy as np\n\n{head}\n{textwrap.indent(body, '    ')}\n"
    (folder / "user.py").write_text(text)
    return str(folder / "user.py")


@pytest.mark.parametrize("body", REFUSED, ids=lambda body: body.splitlines()[0])
def test_with_the_line(tmp_path: Path, body: str) -> None:
    line, reason = REFUSED[body]
    path = written(tmp_path, body)
    with pytest.raises(TraceError) as raised:
        trace(load_function(f"{path}:f"), 8, 97)
    assert f"user.py:{3 + line}: `" in str(raised.value)
    assert reason in str(raised.value)


def test_the_line_is_that_of_the_helper_that_branches(tmp_path: Path) -> None:
    text = (
        "def clip(value):\n    if value == 1:\n        return value\n    return 0\n\n"
        "def f(x):\n    return clip(x)\n"
    )
    (tmp_path / "user.py").write_text(text)
    with pytest.raises(TraceError, match=r"user\.py:2: `if value == 1:`: a branch"):
        trace(load_function(f"{tmp_path / 'user.py'}:f"), 4, 97)


SIGNATURES = {
    "def f():\n    return 1": "takes no vectors",
    "def f(*x):\n    return x[0]": "name each parameter",
    "def f(x, *, y):\n    return x": "has to be positional",
    "def f(x):\n    return None": "returns NoneType",
    "def f(x):\n    return ()": "returns nothing",
    "def f(x):\n    return 'x'": "returns str",
    "def f(x: Unknown):\n    return x": "name 'Unknown' is not defined",
    "def f(x):\n    return f(x)": "calls itself without end",
    "raise ValueError('no')\ndef f(x):\n    return x": "cannot be executed: ValueError: no",
    "import nothing_such\ndef f(x):\n    return x": "cannot be executed: ModuleNotFoundError",
    "def f(x:\n    return x": "cannot be executed: SyntaxError",
    "import sys\nsys.exit(3)\ndef f(x):\n    return x": "cannot be executed: SystemExit",
    "def other(x):\n    return x\nF = 1": "has no function 'f'",
}


@pytest.mark.parametrize("text", SIGNATURES, ids=lambda text: text.splitlines()[0])
def test_functions_that_are_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "user.py").write_text(text + "\n")
    with pytest.raises(TraceError, match=SIGNATURES[text].replace("(", r"\(")):
        trace(load_function(f"{tmp_path / 'user.py'}:f"), 8, 97)


def test_names_of_functions(tmp_path: Path) -> None:
    path = written(tmp_path, "return x")
    for where in (path, f"{path}:", f"{path}:f x", "absent.py:f", f"{tmp_path}:f"):
        with pytest.raises(TraceError):
            load_function(where)
    with pytest.raises(TraceError, match="did you mean 'f'"):
        load_function(f"{path}:F")


def test_spaces_that_are_none() -> None:
    for length, modulus in ((0, 97), (2**17 + 1, 97), (8, 1), (8, 0), (8, -3), (8, 2**62)):
        with pytest.raises(TraceError):
            trace(lambda x: x + 1, length, modulus)
    with pytest.raises(TraceError, match="how many entries"):
        trace(lambda x: x)
    with pytest.raises(TraceError, match="no parameter 'y'"):
        trace(lambda x: x, 4, 97, inputs={"y": 2})


def test_equality_needs_a_small_prime() -> None:
    for modulus in (16, 2**61 - 1):
        with pytest.raises(TraceError, match="for a prime t of at most 20 bits"):
            trace(lambda x: x == 1, 4, modulus)
