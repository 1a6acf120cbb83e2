"""Solve, value and play Amazons and Domineering.

- :class:`Value`: values of combinatorial games, and :class:`Thermograph`.
- :class:`Amazons`, :class:`Domineering`: positions.
- :func:`prove`, :func:`verify`, :class:`Proof`: certificates.
- :func:`solve_sum`: the winner of a sum of positions of both games and values.
- :func:`databases`, :func:`build_databases`: endgame databases.
- :func:`regions`: counts of small regions.
- :mod:`lastmove.cgsuite`: values and grids as CGSuite prints them.

Black is Left in Amazons, Vertical is Left in Domineering; Left is positive.

>>> from lastmove import Amazons, Domineering, Value
>>> Domineering("2x3").value()
Value('{2|-1/2}')
>>> Domineering("2x3").value() + Amazons("q1Q").value() - Value("1/2")
Value('{3/2*|-1*}')
>>> Amazons("4x4").solve(databases="none").winner
'black'
"""

from ._native import (
    Error,
    InvalidCertificate,
    LimitReached,
    Store,
    StoreFull,
    Thermograph,
    Value,
    __version__,
)
from . import cgsuite
from .answers import Analysis, Evaluation, Picture, Solution, Worth
from .certificates import Proof, prove, verify
from .data import build_databases, databases, regions
from .position import Amazons, Domineering, Position
from .sums import solve_sum

__all__ = [
    "Amazons",
    "Analysis",
    "Domineering",
    "Error",
    "Evaluation",
    "InvalidCertificate",
    "LimitReached",
    "Picture",
    "Position",
    "Proof",
    "Solution",
    "Store",
    "StoreFull",
    "Thermograph",
    "Value",
    "Worth",
    "__version__",
    "build_databases",
    "cgsuite",
    "databases",
    "prove",
    "regions",
    "solve_sum",
    "verify",
]
