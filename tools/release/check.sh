#!/usr/bin/env bash
# Uses what tools/release.sh made as a stranger would: in an empty Debian without Rust, Python and
# Node.js, on other processors and systems, and from fresh virtual environments. Runs as root, on Linux.
#
#   tools/release/check.sh VERSION [STEP...]
#
# The steps are sums empty aarch64 windows source wheels certificates site container. Steps whose tools are missing
# are skipped with a message; with CI=true that is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# != 0 ] || { echo "usage: tools/release/check.sh VERSION [STEP...]" >&2; exit 2; }
version=$1
wanted=${*:2}
root=$PWD
dist=$root/dist
target=${CARGO_TARGET_DIR:-$root/target}/cross
work=$target/release-check
mkdir -p "$work"
trap 'code=$?; [ "$code" = 0 ] || echo "tools/release/check.sh: FAILED in step ${now:-start} (exit code $code)" >&2' EXIT

begin() { # step
    now=$1
    [ -z "$wanted" ] || [[ " $wanted " == *" $now "* ]] || return 1
    echo "=== $now" >&2
}
skip() {
    echo "skipped: $now; $1" >&2
    [ "${CI:-}" != true ] || exit 1
}
expect() { # text, in the standard input
    local text
    text=$(cat)
    [[ $text == *"$1"* ]] || { printf 'expected %s in:\n%s\n' "$1" "$text" >&2; return 1; }
}

# A minimal Debian, without anything that the program was made with.
empty() {
    local tree=$work/empty
    if [ ! -e "$tree/made" ]; then
        command -v debootstrap > /dev/null || return 1
        rm -rf "$tree"
        debootstrap --variant=minbase --include=man-db bookworm "$tree" > "$work/debootstrap.log"
        touch "$tree/made"
    fi
    local tool
    for tool in cargo rustc python3 node cc; do
        ! chroot "$tree" sh -c "command -v $tool" > /dev/null || { echo "$tree has $tool" >&2; exit 1; }
    done
}

if begin sums; then
    (cd "$dist" && sha256sum --quiet --check SHA256SUMS)
fi

if begin empty; then
    if empty; then
        tree=$work/empty
        rm -rf "$tree"/opt/* "$tree"/usr/local/{bin,share}/*
        tar -xf "$dist/lastmove-$version-x86_64-linux.tar.gz" -C "$tree/opt"
        tar -xf "$dist/lastmove-$version-certificates.tar.gz" -C "$tree/opt"
        cp -r "$tree/opt/lastmove-$version-x86_64-linux"/{bin,share} "$tree/usr/local/"
        inside() { chroot "$tree" env -i HOME=/root PATH=/usr/local/bin:/usr/bin:/bin "$@"; }
        inside lastmove --version | expect "lastmove $version (commit "
        inside lastmove-baseline --version | expect baseline
        inside lastmove solve amazons 4x5 --quiet | expect "Black wins"
        inside lastmove verify /opt/lastmove-$version-certificates/amazons-4x5.proof --expect "amazons 4x5 black" |
            expect valid
        inside lastmove farm --help | expect "farm"
        inside man lastmove | expect "Solves, values and plays"
        inside man lastmove-solve | expect "EXAMPLES"
        inside bash -n /usr/local/share/bash-completion/completions/lastmove
        # Not by `inside`: the process to end must be the program itself.
        chroot "$tree" /usr/local/bin/lastmove serve --port 8873 --json --databases none > "$work/serve.json" &
        server=$!
        for _ in $(seq 100); do [ -s "$work/serve.json" ] && break; sleep 0.1; done
        # Read the page by the shell's own network, from outside the tree.
        page=$(exec 3<> /dev/tcp/127.0.0.1/8873 && printf 'GET / HTTP/1.0\r\nHost: 127.0.0.1:8873\r\n\r\n' >&3 && cat <&3)
        kill "$server"
        wait "$server" || true
        printf '%s' "$page" | expect "<title>Lastmove"
        echo "solves, verifies, serves, man: in an empty Debian"
        if command -v qemu-x86_64-static > /dev/null; then
            old=(qemu-x86_64-static -cpu Nehalem)
            "${old[@]}" "$tree/usr/local/bin/lastmove-baseline" solve amazons 4x4 --databases none --quiet | expect "Black wins"
            { "${old[@]}" "$tree/usr/local/bin/lastmove" --version 2>&1 || true; } | expect lastmove-baseline
            echo "the baseline program on a processor of 2008"
        fi
    else
        skip "install debootstrap, and run it as root"
    fi
fi

if begin aarch64; then
    if [ ! -e "$dist/lastmove-$version-aarch64-linux.tar.gz" ]; then
        skip "the archive was not built"
    elif command -v qemu-aarch64-static > /dev/null && command -v debootstrap > /dev/null; then
        tree=$work/arm
        # Of that Debian only the C library is needed, which --foreign unpacks.
        if [ ! -e "$tree/made" ]; then
            rm -rf "$tree"
            debootstrap --arch=arm64 --foreign --variant=minbase bookworm "$tree" > "$work/arm.log"
            touch "$tree/made"
        fi
        rm -rf "${work:?}/aarch64" && mkdir "$work/aarch64"
        tar -xf "$dist/lastmove-$version-aarch64-linux.tar.gz" -C "$work/aarch64"
        program=$work/aarch64/lastmove-$version-aarch64-linux/bin/lastmove
        qemu-aarch64-static -L "$tree" "$program" solve amazons 4x4 --databases none --quiet | expect "Black wins"
        qemu-aarch64-static -L "$tree" "$program" verify proofs/amazons-4x5.proof | expect "valid"
    else
        skip "install qemu-user-static and debootstrap"
    fi
fi

if begin windows; then
    if [ ! -e "$dist/lastmove-$version-x86_64-windows.zip" ]; then
        skip "the archive was not built"
    elif command -v wine > /dev/null; then
        rm -rf "${work:?}/windows" && mkdir "$work/windows"
        python3 -m zipfile -e "$dist/lastmove-$version-x86_64-windows.zip" "$work/windows"
        program=$work/windows/lastmove-$version-x86_64-windows/bin/lastmove.exe
        export WINEDEBUG=-all WINEPREFIX=$work/wine
        wine "$program" --version | expect "lastmove $version"
        (cd "$work/windows" && wine "$program" solve amazons 4x4 --databases none --quiet --proof 4x4.proof) | expect "Black wins"
        (cd "$work/windows" && wine "$program" verify 4x4.proof) | expect valid
        (cd "$work/windows" && wine "$program" solve amazons 4x5 --quiet) | expect "Black wins"
    else
        skip "install wine64"
    fi
fi

if begin source; then
    rm -rf "${work:?}/source" && mkdir "$work/source"
    tar -xf "$dist/lastmove-$version-source.tar.gz" -C "$work/source"
    folder=$work/source/lastmove-$version
    grep -qxE '[0-9a-f]{40}' "$folder/COMMIT"
    # What the build finds out of the commit, without Git.
    rustc --edition 2024 -o "$work/commit" "$folder/crates/cli/build.rs"
    (cd "$folder/crates/cli" && PATH=/nowhere "$work/commit") | expect "LASTMOVE_COMMIT=$(head -c 10 "$folder/COMMIT")"
    cargo metadata --locked --offline --format-version 1 --no-deps --manifest-path "$folder/Cargo.toml" > /dev/null
    # With an address all that a host shows of the project has it.
    ADDRESS=https://example.org/lastmove tools/release/with_address.sh "$folder"
    cargo metadata --offline --format-version 1 --no-deps --manifest-path "$folder/Cargo.toml" |
        expect '"repository":"https://example.org/lastmove"'
    for file in python/pyproject.toml python/Cargo.toml CITATION.cff docs/manual/book.toml docs/manual/src/installation.md; do
        expect https://example.org/lastmove < "$folder/$file"
    done
fi

if begin wheels; then
    tools/release/check_wheel.sh "$dist"
fi

if begin certificates; then
    rm -rf "${work:?}/certificates" && mkdir "$work/certificates"
    tar -xf "$dist/lastmove-$version-certificates.tar.gz" -C "$work/certificates" --strip-components=1
    python3 "$work/certificates/check_certificate.py" "$work"/certificates/amazons-4x[45].proof --expect "amazons 4x4 black" > "$work/checked" || true
    expect valid < "$work/checked"
fi

if begin container; then
    code=0
    tools/release/check_container.sh "$version" "$work/empty" || code=$?
    case $code in
        0) ;;
        77) skip "install buildah and nats-server" ;;
        *) exit "$code" ;;
    esac
fi

if begin site; then
    if [ -e "$dist/lastmove-$version-site.tar.gz" ]; then
        rm -rf "${work:?}/site" && mkdir "$work/site"
        tar -xf "$dist/lastmove-$version-site.tar.gz" -C "$work/site" --strip-components=1
        expect "<title>Lastmove" < "$work/site/index.html"
    else
        skip "the archive was not built"
    fi
fi
echo "tools/release/check.sh: passed"
