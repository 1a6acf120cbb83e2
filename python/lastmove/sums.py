"""Sums of positions of both games and values."""

from __future__ import annotations

from typing import Literal

from . import _native
from .answers import Answer


def solve_sum(
    expression: str, first: Literal["left", "right"] = "left", *, time: float | None = None
) -> Answer:
    """Finds the winner and the winning moves of a sum of positions and values: the fields of
    ``lastmove solve cgt --json``. Left is Black and Vertical.

    >>> from lastmove import solve_sum
    >>> solved = solve_sum("[domineering 2x2] + ±2 - 1/2", first="right")
    >>> solved.winner, [best["term"] for best in solved.best_moves]
    ('right', ['±2'])
    """
    return Answer._read(_native.solve_sum(expression, first, time=time))
