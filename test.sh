#!/usr/bin/env bash
# Runs the tests of the project. It needs nothing but Rust and installs nothing on the system:
# parts that need more are skipped with a message. With CI=true a skip is a failure.
#
#   ./test.sh                   the default tier: all that a change must pass
#   ./test.sh heavy [NAME]      the heavy tier: tests marked `#[ignore = "heavy"]`, those whose name
#                               contains NAME; prints what they measure. At most two hours.
#   ./test.sh heavy release     builds a release and uses it as a stranger would, in an hour
#   ./test.sh -- ARGUMENTS      passes the arguments to `cargo test`
set -euo pipefail
cd "$(dirname "$0")"
trap 'code=$?; [ "$code" = 0 ] || echo "test.sh: FAILED (exit code $code)" >&2' EXIT

skips=()
skip() { # what, how to have it
    echo "skipped: $1; $2" >&2
    skips+=("$1; $2")
}

# The farm's tests need a server, which they get by pip.
if python3 -m pip --version > /dev/null 2>&1; then
    parts=(--workspace --features lastmove-cli/farm)
else
    parts=(--workspace --exclude lastmove-farm)
    skip "the farm" "install python3 with pip, for its server"
fi

heavy() { # name
    # Tests that measure time or memory run alone, after the others.
    files=(arena/tests/must_hold.rs cli/tests/limits.rs web/tests/load.rs answers/tests/review.rs)
    alone=()
    except=()
    for file in "${files[@]}"; do
        alone+=(-p "lastmove-${file%%/*}" --test "$(basename "$file" .rs)")
        for name in $(sed -n '/ignore = "heavy"/,/fn /s/.*fn \([a-z_0-9]*\).*/\1/p' "crates/$file"); do
            except+=(--skip "$name")
        done
    done
    command -v qemu-x86_64 > /dev/null || {
        skip "the test on an old processor" "install qemu-user"
        except+=(--skip an_old_processor_is_told)
    }
    cargo test --release "${parts[@]}" --locked --no-fail-fast -- --ignored --nocapture "${except[@]}" "$@"
    cargo test --release --features lastmove-cli/farm --locked --no-fail-fast "${alone[@]}" -- \
        --ignored --nocapture --test-threads 1 "$@"
}

case "${1:-}" in
    heavy)
        if [ "${2:-}" = release ]; then
            version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
            tools/release.sh "$version"
            tools/release/check.sh "$version"
            exit
        fi
        heavy "${@:2}"
        exit
        ;;
    --)
        shift
        cargo test "${parts[@]}" --locked "$@"
        exit
        ;;
    "") ;;
    *)
        echo "test.sh: expected nothing, heavy or --, found $1" >&2
        exit 2
        ;;
esac

cargo test "${parts[@]}" --locked

# Those tests compare with a checker in Python; without it they pass without a comparison.
if ! python3 --version > /dev/null 2>&1; then
    skip "the second checker of certificates" "install python3"
fi

export LASTMOVE="${CARGO_TARGET_DIR:-$PWD/target}/debug/lastmove"
page=0
crates/web/e2e/run.sh || page=$?
case "$page" in
    0) ;;
    76) skip "the static site's tests in a browser" "rustup target add wasm32-unknown-unknown" ;;
    77) skip "the page's tests in a browser" "install chromium, node and npm" ;;
    *) exit "$page" ;;
esac

python=0
python/test.sh || python=$?
case "$python" in
    0) ;;
    77) skip "the tests of the Python package" "install python3, 3.10 or later, with venv and pip" ;;
    *) exit "$python" ;;
esac

if [ ${#skips[@]} != 0 ]; then
    printf 'test.sh: passed, but SKIPPED: %s\n' "${skips[@]}" >&2
    if [ "${CI:-}" = true ]; then
        echo "test.sh: nothing may be skipped with CI=true" >&2
        exit 1
    fi
fi
