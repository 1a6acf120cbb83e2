#!/usr/bin/env bash
# Fills the address of the project (tools/release/address) into a copy of the source tree: package
# data, citation, and the word REPOSITORY in documents. Without an address the copy stays as it is.
#
#   tools/release/with_address.sh DIR
#   ADDRESS=https://example.org/lastmove tools/release/with_address.sh DIR
set -euo pipefail
[ $# = 1 ] || { echo "usage: tools/release/with_address.sh DIR" >&2; exit 2; }
given="${ADDRESS:-}"
. "$(dirname "$0")/address"
address="${given:-$ADDRESS}"
[ -n "$address" ] || exit 0
cd "$1"
# Every folder of `[workspace.package]` data has one line to be inherited.
sed -i "s|^rust-version = .*|&\nrepository = \"$address\"|" Cargo.toml python/Cargo.toml
for manifest in crates/*/Cargo.toml; do
    grep -q '^publish = false' "$manifest" ||
        sed -i 's|^rust-version.workspace = true|&\nrepository.workspace = true|' "$manifest"
done
cat >> python/pyproject.toml << END

[project.urls]
Repository = "$address"
Changelog = "$address/blob/main/CHANGELOG.md"
END
echo "repository-code: \"$address\"" >> CITATION.cff
sed -i "s|git clone REPOSITORY|git clone $address|" README.md docs/manual/src/*.md
sed -i "s|^\[output.html\]|&\ngit-repository-url = \"$address\"|" docs/manual/book.toml
