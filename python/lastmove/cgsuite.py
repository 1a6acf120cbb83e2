"""Reading the output of CGSuite.

:class:`lastmove.Value` itself reads values such as ``{3||2*|1*}``, ``^[3]*``, ``v<2>``,
``Tiny(3/2)`` and ``+-1``. This module reads grids and lists of values.

>>> from lastmove import cgsuite
>>> cgsuite.amazons("x..|o..")
Amazons('q2/Q2')
>>> cgsuite.domineering("..#|...")
Domineering('2*/3')
>>> cgsuite.values("[0,1,{2|0},^[2]*]")
[Value('0'), Value('1'), Value('{2|0}'), Value('{0,^*|0}')]
"""

from __future__ import annotations

from ._native import Value
from .position import Amazons, Domineering


def amazons(grid: str) -> Amazons:
    """A grid such as ``"x..|o.."``: x is Black (Left), o White, # burnt."""
    return Amazons(_rows(grid))


def domineering(grid: str) -> Domineering:
    """A grid such as ``"..#|..."``; # is occupied."""
    return Domineering(_rows(grid))


def values(text: str) -> list[Value]:
    """A list or set of values such as ``[0,{2|0}]`` or ``{^,^*}`` as CGSuite prints collections."""
    text = text.strip()
    if len(text) < 2 or text[0] not in "[{" or text[-1] not in "]}":
        raise ValueError(f"expected a list in brackets, found {text[:40]!r}")
    parts, depth, start = [], 0, 0
    inside = text[1:-1]
    for i, letter in enumerate(inside):
        if letter in "{([":
            depth += 1
        elif letter in "})]":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(inside[start:i])
            start = i + 1
    if inside[start:].strip():
        parts.append(inside[start:])
    return [Value(part) for part in parts]


def _rows(grid: str) -> str:
    if not isinstance(grid, str):
        raise TypeError(f"grid: expected a text, found {type(grid).__name__}")
    lines = [line.strip() for line in grid.replace("|", "\n").split("\n")]
    return "|".join(line for line in lines if line)
