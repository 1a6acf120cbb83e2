#!/usr/bin/env bash
# Installs the wheel of this machine in fresh virtual environments of every Python from 3.10 on that is here, without a
# compiler, and runs the package's tests there: first without NumPy, then with it. In the newest the notebooks
# run too.
#
#   tools/release/check_wheel.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# = 1 ] || { echo "usage: tools/release/check_wheel.sh FOLDER" >&2; exit 2; }
wheel=$(ls "$(cd "$1" && pwd)"/lastmove-*abi3-manylinux*"$(uname -m)".whl)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The tests away from the source, so that they can only use what is installed.
cp -r python/tests python/notebooks python/lastmove/_native.pyi "$work/"

pythons=()
for minor in 10 11 12 13 14; do
    for python in "python3.$minor" /root/.pyenv/versions/3.$minor.*/bin/python3; do
        if "$python" -c 'import sys, venv, ensurepip' 2> /dev/null; then
            pythons+=("$(command -v "$python")")
            break
        fi
    done
done
[ ${#pythons[@]} != 0 ] || { echo "check_wheel.sh: there is no Python 3.10 or later with venv" >&2; exit 77; }

for python in "${pythons[@]}"; do
    environment=$work/environment
    rm -rf "$environment"
    "$python" -m venv "$environment"
    # Nothing but the environment and what `sh` needs: no compiler, no Rust.
    inside() { (cd "$work" && env -i HOME="$work" PATH="$environment/bin:$work/tools" LASTMOVE_CACHE="$work/cache" CARGO_TARGET_DIR="$work" LASTMOVE="${LASTMOVE:-}" "$@"); }
    name=$(inside python -c 'import platform; print(platform.python_version())')
    inside pip install --quiet --disable-pip-version-check --only-binary :all: pytest "$wheel"
    ! inside python -c 'import numpy' 2> /dev/null
    packages=$(inside python -c 'import lastmove, pathlib; print(pathlib.Path(lastmove.__file__).parent)')
    [ -e "$packages/py.typed" ] && [ -e "$packages/_native.pyi" ]
    inside python -m pytest -q -p no:cacheprovider --doctest-modules tests "$packages" --ignore tests/test_notebooks.py |
        tail -1 | sed "s/^/$name without NumPy: /"
    inside pip install --quiet --disable-pip-version-check --only-binary :all: numpy
    inside python -m pytest -q -p no:cacheprovider --doctest-modules tests "$packages" --ignore tests/test_notebooks.py |
        tail -1 | sed "s/^/$name with NumPy: /"
done
inside pip install --quiet --disable-pip-version-check --only-binary :all: nbclient nbformat ipykernel pandas matplotlib tqdm
inside python -m pytest -q -p no:cacheprovider tests/test_notebooks.py | tail -1 | sed "s/^/$name, notebooks: /"
