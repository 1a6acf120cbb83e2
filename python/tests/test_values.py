"""Values: laws, published examples, stores, threads."""

import gc
import pickle
import random
import threading
from fractions import Fraction
from pathlib import Path

import pytest

from lastmove import Amazons, Domineering, LimitReached, Store, StoreFull, Value

DATA = Path(__file__).resolve().parents[2] / "crates" / "values" / "tests" / "data"


def random_text(rng: random.Random, depth: int = 3) -> str:
    """A random expression."""
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(
            ["0", "1", "-1", "1/2", "-3/4", "2", "*", "*2", "^", "v", "^*", "vv", "±1", "tiny(2)"]
        )
    if rng.random() < 0.3:
        sign = rng.choice([" + ", " - "])
        return f"({random_text(rng, depth - 1)}{sign}{random_text(rng, depth - 1)})"
    sides = [
        ",".join(random_text(rng, depth - 1) for _ in range(rng.randint(1, 2))) for _ in "lr"
    ]
    return "{" + "|".join(sides) + "}"


@pytest.fixture
def rng():
    return random.Random(20261117)


def test_group_and_order(rng):
    for _ in range(300):
        a, b, c = (Value(random_text(rng, 2)) for _ in "abc")
        assert a + b == b + a
        assert (a + b) + c == a + (b + c)
        assert a - a == 0 and a + 0 == a and -(-a) == a
        assert 3 * a == a + a + a and a * -2 == -(a + a)
        assert (a <= b) == (-b <= -a) == (a + c <= b + c)
        relation = a.relation(b)
        assert relation == {
            (True, True): "=",
            (True, False): ">",
            (False, True): "<",
            (False, False): "||",
        }[a >= b, a <= b]
        assert (a > b) == (relation == ">") and a.fuzzy(b) == (relation == "||")
        assert Value(str(a)) == a and eval(repr(a)) == a and pickle.loads(pickle.dumps(a)) == a
        assert a.left_stop >= a.right_stop and a.stops == (a.left_stop, a.right_stop)
        t = a.thermograph
        assert (t.mean, t.temperature) == (a.mean, a.temperature)
        assert t.at(100) == (a.mean, a.mean) and t.outcome == a.outcome


def table(name):
    rows = (DATA / name).read_text().splitlines()[1:]
    return [row.split("\t") for row in rows]


def test_cgsuite_methods():
    for expression, expected in table("cgsuite_methods.tsv"):
        assert Value(expression) == Value(expected), expression


def test_cgsuite_games():
    for row in table("cgsuite_games.tsv"):
        game, weight, birthday, *_, temperature, mean = row
        value = Value(game)
        assert (str(value.temperature), str(value.mean)) == (temperature, mean), game
        assert value.birthday == int(birthday)
        if weight:
            assert value.atomic_weight() == Value(weight)
        else:
            with pytest.raises(ValueError, match="not all small"):
                value.atomic_weight()


def test_reference_values():
    for board, canonical, mean, temperature in table("domineering_values.tsv"):
        value = Domineering(board).value()
        assert (str(value.mean), str(value.temperature)) == (mean, temperature), board
        if canonical:
            assert value == Value(canonical), board
    for position, canonical, *_ in table("amazons_figures.tsv"):
        assert Amazons(position).value() == Value(canonical), position


@pytest.mark.parametrize("game", [Amazons, Domineering], ids=lambda game: game.game)
def test_reference_thermographs(game):
    for position, *walls in table(f"{game.game}_thermographs.tsv"):
        found = game(position).thermograph()
        for wall, expected in zip([found.left_wall, found.right_wall], walls):
            assert " ".join(f"({v}, {t})" for v, t in wall) == expected, position


@pytest.mark.parametrize("game", [Amazons, Domineering], ids=lambda game: game.game)
def test_reference_outcomes(game):
    outcomes = {("1", "1"): "N", ("0", "0"): "P", ("1", "0"): "L", ("0", "1"): "R"}
    for position, left, right in table(f"{game.game}_outcomes.tsv"):
        assert game(position).thermograph().outcome == outcomes[left, right], position


def test_numbers_mix():
    assert Value(2) == 2 and hash(Value(2)) == hash(2)
    assert Value(Fraction(3, 4)) == 0.75 and hash(Value("3/4")) == hash(Fraction(3, 4))
    assert 1 - Value("1/2") == Fraction(1, 2) and Value("*") != 0
    assert Value("1") != Fraction(1, 3)
    assert {Value("^"): 1}[Store().value("{0|*}")] == 1
    assert sum([Value("*"), Value("*")]) == 0
    with pytest.raises(ValueError, match="power of two"):
        Value(Fraction(1, 3))
    with pytest.raises(TypeError):
        Value("1") + "1"
    with pytest.raises(TypeError):
        Value("1") + True
    with pytest.raises(TypeError):
        Value("1") < "a"
    with pytest.raises(ValueError, match="overflow"):
        Value(1 << 80)


def test_errors_name_the_place():
    with pytest.raises(ValueError, match="column 4: expected `}`, found the end"):
        Value("{1|")
    with pytest.raises(ValueError, match="unknown name `foo`"):
        Value("foo")
    with pytest.raises(ValueError, match="above -1"):
        Value("1").cool(-1)
    with pytest.raises(ValueError, match="too deep"):
        Value("(" * 10_000)


def test_stores():
    one, two = Store(), Store(max_forms=50)
    a, b = one.value("{2|0}"), two.value("{1|-1}")
    assert a + b == b + a == Value("{2|0} + {1|-1}")
    assert hash(one.value("{3|1||0}")) == hash(two.value("{3|1||0}"))
    with pytest.raises(StoreFull, match="too many forms"):
        total = b
        for i in range(100):
            total = total + two.value(f"{{{i + 5}|{-i}}}")
    assert a == Value("{2|0}")


def test_memory_returns():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    def fill():
        store = Store()
        total = store.value(0)
        try:
            for i in range(1, 12):
                total = total + store.value(f"{{{3 * i}||{i}|-{5 * i}}}")
        except LimitReached:
            pass
        return resident()

    if not Path("/proc/self/statm").exists():
        pytest.skip("no /proc here")
    fill()
    gc.collect()
    before = resident()
    full = fill()
    gc.collect()
    assert resident() - before < max(20 << 20, (full - before) // 4)


def test_threads():
    store, errors = Store(), []

    def work(seed):
        rng = random.Random(seed)
        other = Store()
        try:
            for _ in range(100):
                text = random_text(rng, 2)
                a, b = store.value(text), other.value(text)
                assert a == b and hash(a) == hash(b) and a - b == 0
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_pictures():
    assert Value("{1/2|^*}")._repr_latex_() == r"$\left\{\tfrac{1}{2}\mid {\uparrow}{\ast}\right\}$"
    assert Value("{2|0}").thermograph._repr_svg_().startswith("<svg")
