#!/usr/bin/env bash
# Writes the page with its engine into a folder that any web host can serve, from any path.
#
#   tools/site.sh DIR
#   LASTMOVE=path/to/lastmove tools/site.sh DIR        # with a program that is built already
#
# It needs Rust's WebAssembly target. Exit code 77: that is missing, and nothing was written.
set -euo pipefail
[ $# = 1 ] || { echo "usage: tools/site.sh DIR" >&2; exit 2; }
root="$(cd "$(dirname "$0")/.." && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
wasm=wasm32-unknown-unknown
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$wasm" ]; then
    echo "the site needs Rust's WebAssembly target: rustup target add $wasm" >&2
    exit 77
fi

# Values recurse as deep as games are long, so the stack is larger than usual.
RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=16777216" \
    cargo rustc --manifest-path "$root/Cargo.toml" --locked --quiet -p lastmove-engine \
    --profile site --target "$wasm" --crate-type cdylib
if [ -z "${LASTMOVE:-}" ]; then
    cargo build --manifest-path "$root/Cargo.toml" --locked --quiet --release -p lastmove-cli
    LASTMOVE="$target/release/lastmove"
fi
engine="$target/$wasm/site/lastmove_engine.wasm"
# A ninth smaller with binaryen's optimiser, if it is there (npm install binaryen).
if command -v wasm-opt > /dev/null; then
    wasm-opt -Oz --enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
        --enable-mutable-globals --enable-multivalue --enable-reference-types "$engine" -o "$engine.small"
    engine="$engine.small"
fi
"$LASTMOVE" site "$1" --engine "$engine"
