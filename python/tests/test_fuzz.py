"""Calls with anything: they raise exceptions of Python, and the process lives on.

``CALLS`` sets how many; 100,000 take some minutes.
"""

import inspect
import os
import random
from fractions import Fraction

import lastmove
from lastmove import Amazons, Domineering, Position, Store, Thermograph, Value

CALLS = int(os.environ.get("CALLS", "10000"))

ALLOWED = (TypeError, ValueError, OverflowError, OSError, AttributeError, RecursionError,
           ZeroDivisionError, KeyError, IndexError, MemoryError, lastmove.Error)


def nested(depth):
    out = []
    for _ in range(depth):
        out = [out]
    return out


class Strange:
    def tolist(self):
        return nested(3)

    def as_integer_ratio(self):
        return "no"


def anything(rng: random.Random):
    return rng.choice([
        lambda: None, lambda: True, lambda: rng.randint(-5, 20), lambda: 10 ** rng.randint(0, 300),
        lambda: -(2 ** rng.randint(30, 70)), lambda: rng.random() * 10, lambda: float("nan"),
        lambda: float("inf"), lambda: Fraction(rng.randint(-9, 9), rng.choice([1, 2, 3, 4, 2**40])),
        lambda: rng.choice(["", "0", "{1|", "{2|0}", "^*", "[domineering 2x3]", "[amazons q1Q]",
                            "2x3", "4x4", "q1Q w", "x.o", "1*2/4", "left", "white", "none", "v",
                            "\0", "é" * 50, "{" * 600, "9" * 400, "^[2]", "cool(1,*)", "b1-c1/b1",
                            "1,1", "(;GM[18]SZ[3:1])", "2.2", "±", "tiny(tiny(2))", "5.{3|1}"]),
        lambda: "".join(rng.choice("{}|,*^v±0123456789./qQ-+() wbTinyx[]<>") for _ in range(rng.randint(0, 30))),
        lambda: bytes(rng.randrange(256) for _ in range(rng.randint(0, 40))),
        lambda: [], lambda: {}, lambda: nested(rng.randint(0, 2000)), lambda: ["q.Q"],
        lambda: [[rng.randint(-3, 4) for _ in range(3)] for _ in range(rng.randint(0, 4))],
        lambda: Value(rng.choice(["*", "{2|0}", "^", "3/4"])), lambda: Store(max_forms=rng.randint(0, 60)),
        lambda: Amazons("q1Q w"), lambda: Domineering("2x3"), lambda: Strange(), lambda: object,
        lambda: Value("{2|0}").thermograph, lambda: "1" * 100_000, lambda: [0] * 1000,
    ])()


def plausible(rng: random.Random):
    """An argument that some method takes."""
    return rng.choice([
        lambda: whole(rng), lambda: rng.randint(-3, 3), lambda: Fraction(rng.randint(-9, 9), 4),
        lambda: rng.choice(["left", "right", "white", "v", "{1|0}", "^", "1,1", "c1-b1/c1"]),
        lambda: [rng.choice(["*", 0, "{1|0}", Value("^")]) for _ in range(rng.randint(0, 3))],
    ])()


def whole(rng: random.Random):
    """A value, a store, a position or a thermograph."""
    text = rng.choice(["*", "{2|0}", "^", "3/4", "{3||2*|1*}", "{^3|vv}", "0", "-5", "±{1,{2|0}}"])
    return rng.choice([
        lambda: Value(text), lambda: Store(max_forms=rng.randint(1, 60)).value(0),
        lambda: Store().value(text), lambda: Value(text).thermograph, lambda: Store(),
        lambda: Amazons(rng.choice(["q1Q w", "4x4", "q2/3/2Q", "*", "q1*1Q b", "26x4"])),
        lambda: Domineering(rng.choice(["2x3", "1x1", "4x4", "128x1", "*1/2", "2*/3 h"])),
    ])()


SAFE_KEYWORDS = {"time": 0.02, "nodes": 200, "max_positions": 500, "max_forms": 500, "threads": 1,
                 "memory": 1 << 26, "databases": "none"}


def targets():
    out = [Value, Store, Amazons, Domineering, Value.from_options, Value.holds, Amazons.from_sgf,
           Amazons.read_sgf, lastmove.verify, lastmove.cgsuite.amazons, lastmove.cgsuite.values,
           lastmove.cgsuite.domineering]
    return out


def methods(thing):
    skip = {"__class__", "__init_subclass__", "__subclasshook__", "__delattr__", "__setattr__",
            "__reduce_ex__", "__getstate__", "__new__", "__init__", "__dir__", "__getattribute__"}
    return [name for name in dir(type(thing)) if name not in skip]


LONG = {"solve", "analyse", "best_move", "value", "appraise", "thermograph", "options", "evaluate", "perft"}


def one_call(rng: random.Random) -> None:
    arguments = [anything(rng) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.3:
        rng.choice(targets())(*arguments)
        return
    thing = whole(rng) if rng.random() < 0.9 else anything(rng)
    if not isinstance(thing, (Value, Store, Position, Thermograph)):
        thing = Value(thing) if rng.random() < 0.7 else rng.choice([Amazons, Domineering])(thing)
    if rng.random() < 0.7:
        arguments = [rng.choice([plausible, anything])(rng) for _ in range(rng.randint(0, 2))]
    name = rng.choice(methods(thing))
    method = getattr(thing, name)
    if not callable(method):
        return
    keywords = {}
    if isinstance(thing, Position) and name in LONG:
        if name == "perft":
            arguments = [rng.choice([0, 1, 2, -1, 10**30, "x", None])]
            keywords = {"time": 0.05}
        else:
            arguments = []


            try:
                takes = inspect.signature(method).parameters
            except ValueError:
                takes = {}
            keywords = {key: value for key, value in SAFE_KEYWORDS.items() if key in takes}
            if "limits" in takes:
                keywords = {"time": 0.02, "max_positions": 500, "max_forms": 500}
            if name == "best_move":
                keywords = {"time": 0.02, "threads": 1, "memory": 1 << 26}
            if rng.random() < 0.5 and keywords:
                keywords[rng.choice(list(keywords))] = rng.choice([None, "x", -1, 1 << 80, 0.5, []])
                keywords["time"] = 0.02
    method(*arguments, **keywords)


def test_calls_with_anything():
    import lastmove.cgsuite  # noqa: F401

    rng = random.Random(int(os.environ.get("SEED", "1")))
    raised = 0
    for number in range(CALLS):
        try:
            one_call(rng)
        except ALLOWED as error:
            assert "internal error" not in str(error), (number, error)
            raised += 1
        # Anything else, a panic above all, is a failure.
    # A good part of the calls must do something.
    assert 0.1 * CALLS < raised < 0.9 * CALLS
    assert Value("1") + 1 == 2
