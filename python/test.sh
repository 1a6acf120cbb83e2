#!/usr/bin/env bash
# Builds the Python package into a virtual environment of its own and runs its tests, the doctests
# and the notebooks. Exit code 77 says that there is no Python to do it with.
# Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")"
target="${CARGO_TARGET_DIR:-$PWD/../target}"
environment="$target/python-venv"
export LASTMOVE="${LASTMOVE:-$target/debug/lastmove}" # the answers of the program are compared
[ -x "$LASTMOVE" ] || unset LASTMOVE

python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2> /dev/null || {
    echo "python/test.sh: needs python3, 3.10 or later, with venv" >&2
    exit 77
}
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt || {
    echo "python/test.sh: the packages of requirements.txt cannot be installed" >&2
    exit 77
}
CARGO_TARGET_DIR="$target" VIRTUAL_ENV="$environment" \
    "$environment/bin/maturin" develop --quiet --release --locked
# One wheel serves all Pythons from 3.10 on.
"$environment/bin/abi3audit" --strict --assume-minimum-abi3 3.10 lastmove/_native.abi3.so
"$environment/bin/python" -m pytest -q "$@"
