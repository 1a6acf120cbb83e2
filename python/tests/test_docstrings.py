"""The examples in the docstrings of the native classes run; pytest finds those of Python itself."""

import doctest

import pytest

import lastmove

CLASSES = [lastmove.Value, lastmove.Thermograph, lastmove.Store]
DOCUMENTED = [
    (f"{cls.__name__}.{name}" if name else cls.__name__, text)
    for cls in CLASSES
    for name, text in [
        ("", cls.__doc__),
        *((name, getattr(cls, name).__doc__) for name in dir(cls) if not name.startswith("_")),
    ]
]


@pytest.mark.parametrize("name, text", DOCUMENTED, ids=lambda text: text.split("\n")[0][:40])
def test_documented(name, text):
    assert text, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0
