#!/usr/bin/env bash
# Checks that the program compiles for another system, without linking it. C code is compiled by zig,
# which must be on the path as `python -m ziglang`.
#
#   tools/release/zig_check.sh TARGET [TARGET_FOLDER]
set -euo pipefail
cd "$(dirname "$0")/../.."
system=$1
folder=${2:-target/cross}
case $system in
    aarch64-apple-darwin) zig=aarch64-macos ;;
    x86_64-apple-darwin) zig=x86_64-macos ;;
    x86_64-pc-windows-gnu) zig=x86_64-windows-gnu ;;
    *) echo "zig_check.sh: no name of zig for $system" >&2; exit 2 ;;
esac
compiler=$(mktemp -d)
trap 'rm -rf "$compiler"' EXIT
# Rust's crate cc passes --target and an architecture of its own, which zig does not know.
cat > "$compiler/cc" << END
#!/usr/bin/env bash
arguments=()
skip=0
for argument in "\$@"; do
    if [ \$skip = 1 ]; then skip=0; continue; fi
    case "\$argument" in
        --target=* | -mmacosx-version-min=* | -march=*) ;;
        -arch) skip=1 ;;
        *) arguments+=("\$argument") ;;
    esac
done
exec python -m ziglang cc -target $zig "\${arguments[@]}"
END
printf '#!/usr/bin/env bash\nexec python -m ziglang ar "$@"\n' > "$compiler/ar"
chmod +x "$compiler/cc" "$compiler/ar"
export CC_${system//-/_}="$compiler/cc" AR_${system//-/_}="$compiler/ar"
cargo check --locked --quiet -p lastmove-cli --features farm --target "$system" --target-dir "$folder"
echo "$system: compiles"
