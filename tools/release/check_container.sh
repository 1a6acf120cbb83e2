#!/usr/bin/env bash
# Builds the image of Dockerfile with buildah from what is here, without a registry, and solves a board with
# it by a server, a coordinator and a worker. Runs as root. Exit code 77: tools are missing.
#
#   NATS=path/to/nats-server tools/release/check_container.sh VERSION TREE
#
# TREE is a minimal Debian of debootstrap, as tools/release/check.sh makes it.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# = 2 ] || { echo "usage: tools/release/check_container.sh VERSION TREE" >&2; exit 2; }
command -v buildah > /dev/null || exit 77
nats=${NATS:-$(command -v nats-server || true)}
[ -n "$nats" ] || exit 77
work=$(mktemp -d)
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
store=(--root "$work/store" --runroot "$work/run")
running=()
cleanup() {
    for process in "${running[@]}"; do kill -- "-$process" 2> /dev/null || true; done
    wait || true
    buildah "${store[@]}" rm --all > /dev/null 2>&1 || true
    rm -rf "$work"
}
trap cleanup EXIT
image() { # name, folder: a base image of the files in a folder
    local container
    container=$(buildah "${store[@]}" from scratch)
    buildah "${store[@]}" add --quiet "$container" "$2" / > /dev/null
    buildah "${store[@]}" commit --quiet "$container" "$1" > /dev/null
    buildah "${store[@]}" rm "$container" > /dev/null
}
mkdir "$work/nats"
install -m 755 "$nats" "$work/nats/nats-server"
image localhost/nats "$work/nats"
tar --one-file-system -C "$2" --exclude ./proc --exclude ./sys --exclude ./opt --exclude ./usr/local -cf "$work/base.tar" .
image localhost/base "$work/base.tar"
buildah "${store[@]}" bud --quiet --build-arg BASE=localhost/base --build-arg NATS=localhost/nats \
    --build-arg VERSION="$1" -t localhost/lastmove . > /dev/null
container=$(buildah "${store[@]}" from localhost/lastmove)
# `buildah run` does not use the entry point.
inside() { exec setsid buildah "${store[@]}" run --isolation chroot "$container" -- lastmove "$@"; }
(inside --version)
port=4329
inside farm up --port $port --folder /data/farm > "$work/up.log" 2>&1 &
running+=($!)
for _ in $(seq 100); do grep -q listens "$work/up.log" && break; sleep 0.2; done
access=(--server "nats://127.0.0.1:$port")
inside farm start amazons 4x5 --campaign 4x5 --databases none --memory 256M --split 1 "${access[@]}" --token-file /data/farm/token > "$work/start.log" 2>&1 &
start=$!
running+=($start)
sleep 2
inside farm work --threads 1 --memory 256M --databases none "${access[@]}" --token-file /data/farm/worker-token \
    > "$work/work.log" 2>&1 &
running+=($!)
wait "$start" || { cat "$work"/*.log >&2; exit 1; }
grep "wins" "$work/start.log"
echo "the image solves 4x5 by a server, a coordinator and a worker"
