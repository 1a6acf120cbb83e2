#!/usr/bin/env bash
# Writes what a web host serves: the page with its engine, the manual beside it under manual/, and the
# documentation of the library under rust/.
#
#   tools/pages.sh DIR
#
# It needs Rust's WebAssembly target and mdbook.
set -euo pipefail
[ $# = 1 ] || { echo "usage: tools/pages.sh DIR" >&2; exit 2; }
root="$(cd "$(dirname "$0")/.." && pwd)"
command -v mdbook > /dev/null || { echo "tools/pages.sh needs mdbook: cargo install mdbook" >&2; exit 1; }
mkdir -p "$1"
folder="$(cd "$1" && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
"$root/tools/site.sh" "$folder"
mdbook build "$root/docs/manual" --dest-dir "$folder/manual"
cargo doc --manifest-path "$root/Cargo.toml" --locked --quiet --workspace --no-deps --exclude lastmove-oracle
rm -rf "$folder/rust"
cp -r "$target/doc" "$folder/rust"
echo "$folder: page, manual/, rust/lastmove/"
