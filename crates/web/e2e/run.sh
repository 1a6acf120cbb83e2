#!/usr/bin/env bash
# Tests of the page in headless Chromium. Installs nothing but playwright-core, axe-core and typescript, into
# the target folder. Exit code 77: something is missing, and no test was run. Exit code 76: all
# tests passed, but those of the static site were not run, for want of Rust's WebAssembly target.
#
#   LASTMOVE=path/to/lastmove crates/web/e2e/run.sh        # with a program that is built already
#   CHROMIUM=path/to/chromium crates/web/e2e/run.sh        # with a browser in another place
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$here/../../.."
target="${CARGO_TARGET_DIR:-$root/target}"

missing() { # what
    echo "the tests of the page need $1, which is not here" >&2
    exit 77
}
command -v node > /dev/null || missing node
CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}"
[ -n "$CHROMIUM" ] || missing chromium
export CHROMIUM

work="$target/e2e"
mkdir -p "$work"
cp "$here/package.json" "$here"/*.mjs "$work/"
cd "$work"
if [ ! -d node_modules/playwright-core ] || [ ! -d node_modules/axe-core ] || [ ! -d node_modules/typescript ]; then
    command -v npm > /dev/null || missing npm
    npm install --no-audit --no-fund --silent || missing "playwright-core, axe-core and typescript from npm"
fi
if [ -z "${LASTMOVE:-}" ]; then
    cargo build --locked --quiet -p lastmove-cli --manifest-path "$root/Cargo.toml"
    LASTMOVE="$target/debug/lastmove"
fi
export LASTMOVE
export PATH="$work/node_modules/.bin:$PATH" # wasm-opt makes the site smaller
# The static site, whose engine is built for WebAssembly.
site=0
"$root/tools/site.sh" "$work/site" || site=$?
case "$site" in
    0) export LASTMOVE_SITE="$work/site" ;;
    77) echo "skipped: the tests of the static site" >&2 ;;
    *) exit "$site" ;;
esac
# The types of the page, as its comments state them.
node node_modules/typescript/bin/tsc -p "$here/../jsconfig.json"
node --test --test-timeout=900000 --test-concurrency=1 ./*.test.mjs
[ "$site" = 0 ] || exit 76
