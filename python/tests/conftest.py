"""Databases that the tests need are kept in the target folder, not in the user's cache."""

import os
from pathlib import Path

target = os.environ.get("CARGO_TARGET_DIR", str(Path(__file__).resolve().parents[2] / "target"))
os.environ["LASTMOVE_CACHE"] = os.path.join(target, "python-cache")
