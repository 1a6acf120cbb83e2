#!/usr/bin/env bash
# Builds what a release consists of into dist/ and prints a table of it.
#
#   tools/release.sh VERSION
#   PROFILE=release tools/release.sh VERSION        # a quicker build of the programs
#   STEPS="source certificates" tools/release.sh VERSION
#   BUILT=1 tools/release.sh VERSION                # packs the programs that were built before
#
# The steps are, in this order: x86_64-linux aarch64-linux x86_64-windows macos source wheels site
# manual certificates. Programs for Linux need glibc 2.28 or later. It needs Rust, Python 3.10 or later with
# venv, and zip; the compiler for C and the linkers of other systems come with ziglang, into the target
# folder. The manual is a step only where there is mdbook. `tools/release/check.sh` tests the result.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] || { echo "usage: tools/release.sh VERSION" >&2; exit 2; }
version=$1
root=$PWD
profile=${PROFILE:-dist}
target=${CARGO_TARGET_DIR:-$root/target}/cross
dist=$root/dist
work=$target/release-work
started=$SECONDS

fail() {
    echo "tools/release.sh: $1" >&2
    exit 1
}
step() {
    echo "=== $1 ($(((SECONDS - started) / 60)):$(printf %02d $(((SECONDS - started) % 60))))" >&2
}
wanted() { # step
    [ -z "${STEPS:-}" ] || [[ " $STEPS " == *" $1 "* ]]
}

found=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
[ "$version" = "$found" ] || fail "the source has version $found, not $version"
for file in python/Cargo.toml python/pyproject.toml; do
    grep -qx "version = \"$version\"" "$file" || fail "$file has another version"
done
grep -qx "version: $version" CITATION.cff || fail "CITATION.cff has another version"
grep -q "^## $version (" CHANGELOG.md || fail "CHANGELOG.md has no dated entry for $version"
[ -n "${DIRTY:-}" ] || [ -z "$(git status --porcelain)" ] ||
    fail "the tree has changes that are not committed (DIRTY=1 builds nevertheless)"
date=$(git log -1 --format=%ct)

step "tools"
[ -n "${STEPS:-}" ] || rm -rf "$dist"
mkdir -p "$dist" "$work"
tools=$target/release-tools
python=$(for minor in 14 13 12 11 10; do
    python3.$minor -c 'import ensurepip, venv' 2> /dev/null && command -v python3.$minor && break
done || command -v python3)
[ -x "$tools/bin/python" ] || "$python" -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check -r tools/release/requirements.txt
export PATH="$tools/bin:$PATH"
# The source as it is committed, with the project's address, if there is one.
tree=$work/lastmove-$version
rm -rf "$tree"
git archive --prefix="lastmove-$version/" HEAD | tar -x -C "$work"
tools/release/with_address.sh "$tree"

pack() { # folder in $work
    tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" -c "$1" | gzip -9n > "$dist/$1.tar.gz"
}

build() { # target of Rust, that of the linker, processor or ""
    local flags=()
    [ -z "${BUILT:-}" ] || return 0
    [ -z "$3" ] || flags=(RUSTFLAGS="-Ctarget-cpu=$3")
    rustup target list --installed | grep -qx "$1" || rustup target add "$1"
    env "${flags[@]}" cargo zigbuild --locked --quiet --profile "$profile" -p lastmove-cli --features farm \
        --target "$2" --target-dir "$target"
}

# What lies beside the program. It runs the one for this machine, to write man pages and completions.
share() { # folder
    local native=$target/x86_64-unknown-linux-gnu/$profile/lastmove share=$1/share
    mkdir -p "$share"/{man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,powershell,doc/lastmove}
    "$native" man "$share/man/man1" --quiet > "$work/man.log"
    "$native" completions bash > "$share/bash-completion/completions/lastmove"
    "$native" completions zsh > "$share/zsh/site-functions/_lastmove"
    "$native" completions fish > "$share/fish/vendor_completions.d/lastmove.fish"
    "$native" completions powershell > "$share/powershell/lastmove.ps1"
    cp CHANGELOG.md LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md "$share/doc/lastmove/"
    cp "$dist/lastmove-$version-dependencies.md" "$share/doc/lastmove/DEPENDENCIES.md"
    cp "$work/licences.txt" "$share/doc/lastmove/LICENCES-OF-DEPENDENCIES.txt"
}

# An archive of a system: its name, its programs, each as FILE=NAME.
archive() {
    local system=$1 folder=lastmove-$version-$1
    rm -rf "${work:?}/$folder"
    mkdir -p "$work/$folder/bin"
    local program
    for program in "${@:2}"; do cp "${program%%=*}" "$work/$folder/bin/${program##*=}"; done
    share "$work/$folder"
    sed "s/VERSION/$version/g; s/SYSTEM/$system/g" tools/release/archive.md > "$work/$folder/README.md"
    case $system in
        *windows)
            rm -f "$dist/$folder.zip"
            (cd "$work" && find "$folder" -exec touch -d "@$date" {} + && zip -qrX9 "$dist/$folder.zip" "$folder")
            ;;
        *) pack "$folder" ;;
    esac
}

step "licences"
tools/release/licences.py "$dist/lastmove-$version-dependencies.md" "$work/licences.txt"

linux=x86_64-unknown-linux-gnu
if wanted x86_64-linux; then
    step "x86_64-linux"
    # For older processors, and then the usual one, which stays in the target folder.
    if [ -z "${BUILT:-}" ]; then
        build $linux $linux.2.28 x86-64-v2
        cp "$target/$linux/$profile/lastmove" "$work/lastmove-baseline"
    fi
    build $linux $linux.2.28 ""
    archive x86_64-linux "$target/$linux/$profile/lastmove=lastmove" "$work/lastmove-baseline=lastmove-baseline"
fi
if wanted aarch64-linux; then
    step "aarch64-linux"
    build aarch64-unknown-linux-gnu aarch64-unknown-linux-gnu.2.28 ""
    archive aarch64-linux "$target/aarch64-unknown-linux-gnu/$profile/lastmove=lastmove"
fi
if wanted x86_64-windows; then
    step "x86_64-windows"
    build x86_64-pc-windows-gnu x86_64-pc-windows-gnu ""
    archive x86_64-windows "$target/x86_64-pc-windows-gnu/$profile/lastmove.exe=lastmove.exe"
fi
if wanted macos; then
    # Linking needs Apple's SDK; the workflow on a tag builds it there.
    step "macos (checked)"
    for system in aarch64-apple-darwin x86_64-apple-darwin; do
        rustup target list --installed | grep -qx $system || rustup target add $system
        tools/release/zig_check.sh $system "$target"
    done
fi

if wanted source; then
    step "source"
    tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$date" -c "lastmove-$version" |
        gzip -9n > "$dist/lastmove-$version-source.tar.gz"
fi

if wanted wheels; then
    step "wheels"
    # Programs of others load the package, so it runs on all processors that NumPy runs on.
    for system in x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu; do
        flags=""
        [ $system = aarch64-unknown-linux-gnu ] || flags="-Ctarget-cpu=x86-64-v2"
        (cd "$tree/python" && RUSTFLAGS=$flags CARGO_TARGET_DIR=$target maturin build --quiet --release --locked --zig \
            --target $system --compatibility manylinux_2_28 --interpreter "$tools/bin/python" --out "$dist")
    done
    (cd "$tree/python" && maturin sdist --quiet --out "$dist")
    for wheel in "$dist"/*.whl; do auditwheel show "$wheel"; done
fi

if wanted site; then
    step "site"
    folder=lastmove-$version-site
    rm -rf "${work:?}/$folder"
    LASTMOVE="$target/$linux/$profile/lastmove" CARGO_TARGET_DIR=$target tools/site.sh "$work/$folder"
    pack "$folder"
fi

if wanted manual && command -v mdbook > /dev/null; then
    step "manual"
    folder=lastmove-$version-manual
    rm -rf "${work:?}/$folder"
    mdbook build "$tree/docs/manual" --dest-dir "$work/$folder"
    pack "$folder"
fi

if wanted certificates; then
    step "certificates"
    folder=lastmove-$version-certificates
    rm -rf "${work:?}/$folder"
    mkdir -p "$work/$folder"
    cp proofs/*.proof tools/check_certificate.py docs/manual/src/certificates.md docs/manual/src/checked-results.md \
        "$work/$folder/"
    pack "$folder"
fi

step "sums"
(cd "$dist" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | LC_ALL=C sort | xargs sha256sum > SHA256SUMS)
printf '\n%-62s %12s\n' "in dist/" bytes
(cd "$dist" && for file in *; do printf '%-62s %12s\n' "$file" "$(stat -c %s "$file")"; done)
printf 'version %s, commit %s, profile %s, %d minutes\n' "$version" "$(git rev-parse --short=10 HEAD)" "$profile" \
    $(((SECONDS - started + 59) / 60))
