#!/usr/bin/env bash
# Runs all tests of the project. Arguments go to `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"
cargo test --workspace --locked "$@"
# The page in headless Chromium; LASTMOVE_NO_BROWSER=1 leaves it out where there is none.
if [ -z "${LASTMOVE_NO_BROWSER:-}" ]; then
    crates/web/e2e/run.sh
fi
