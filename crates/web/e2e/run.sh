#!/usr/bin/env bash
# Tests of the page in headless Chromium. Installs what is missing: Debian's chromium, node, and
# playwright-core (into the target folder, not into the project).
#
#   LASTMOVE=path/to/lastmove crates/web/e2e/run.sh        # with a program that is built already
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../../.."
target="${CARGO_TARGET_DIR:-$root/target}"

need() { # program package
    if ! command -v "$1" > /dev/null; then
        if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
            apt-get update -qq
            apt-get install -y --no-install-recommends "$2" > /dev/null
        else
            echo "the tests of the page need $1: install the package $2" >&2
            exit 1
        fi
    fi
}
need node nodejs
need npm npm
need chromium chromium

if [ -z "${LASTMOVE:-}" ]; then
    cargo build --locked --quiet -p lastmove-cli --manifest-path "$root/Cargo.toml"
    LASTMOVE="$target/debug/lastmove"
fi
export LASTMOVE
work="$target/e2e"
mkdir -p "$work"
cp "$here/package.json" "$here"/*.mjs "$work/"
cd "$work"
[ -d node_modules/playwright-core ] && [ -d node_modules/typescript ] || npm install --no-audit --no-fund --silent
# The types of the page, as its comments state them.
node node_modules/typescript/bin/tsc -p "$here/../jsconfig.json"
node --test --test-timeout=900000 --test-concurrency=1 ./*.test.mjs
