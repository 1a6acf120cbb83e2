"""Python and the command line give the same values. ``LASTMOVE`` names the program; ``EXPRESSIONS``
sets how many random expressions are compared."""

import json
import os
import random
import subprocess

import pytest
from test_values import random_text

from lastmove import Value

LASTMOVE = os.environ.get("LASTMOVE")


@pytest.mark.skipif(not LASTMOVE, reason="LASTMOVE does not name the program")
def test_random_expressions():
    rng = random.Random(7)
    texts = [random_text(rng) for _ in range(int(os.environ.get("EXPRESSIONS", "1000")))]
    out = subprocess.run(
        [LASTMOVE, "value", "cgt", "--batch", "-"],
        input="\n".join(texts) + "\n", capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    assert len(out) == len(texts)
    for text, line in zip(texts, out):
        answer, value = json.loads(line), Value(text)
        expected = value.to_dict()
        assert {key: answer[key] for key in expected} == expected, text
        walls = answer["thermograph"]
        found = value.thermograph
        for name, wall in (("left", found.left_wall), ("right", found.right_wall)):
            assert walls[name] == [[str(v), str(t)] for v, t in wall], text
