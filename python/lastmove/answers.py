"""Answers: dictionaries whose entries are also attributes."""

from __future__ import annotations

import json
from typing import Any

from . import _native


class Answer(dict[str, Any]):
    """A dictionary with the fields of the command line's JSON, also as attributes.

    >>> answer = Answer(winner="white", nodes=12)
    >>> answer.winner, answer["nodes"]
    ('white', 12)
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(
                f"no field {name!r}; there are: {', '.join(self)}"
            ) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    @classmethod
    def _read(cls, text: str) -> "Any":
        return cls(json.loads(text))


class Solution(Answer):
    """The winner and the winning move: the fields of ``lastmove solve --json``."""

    def __repr__(self) -> str:
        who = self.get("winner") or self.get("class")
        best = self.get("best_move")
        by = f" by {best}" if best else ""
        return f"<Solution of {self['game']} {self['board']}: {who}{by}, {self['nodes']:,} nodes>"


class Evaluation(Answer):
    """An evaluation without search: the fields of ``lastmove evaluate --json``. In notebooks the
    areas of an Amazons position show as drawings."""

    def _repr_svg_(self) -> str | None:
        return _native.areas_svg(self["position"]) if "areas" in self else None


class Picture(str):
    """A drawing as SVG, which notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)


class Worth(Answer):
    """The properties of a value: the fields of ``lastmove value --json``."""


class Analysis(Answer):
    """The player's analysis: ``best_move``, ``win``, ``score``, ``lines``, ``proven``."""

    def __repr__(self) -> str:
        return (
            f"<Analysis: {self['best_move']}, win {self['win']:.2f}, "
            f"score {self['score']:+.1f}, {self['nodes']:,} nodes>"
        )
