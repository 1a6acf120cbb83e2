#!/usr/bin/env bash
# Runs all tests of the project. Arguments go to `cargo test`.
set -euo pipefail
cd "$(dirname "$0")"
cargo test --workspace --locked "$@"
