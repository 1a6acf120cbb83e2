#!/usr/bin/env bash
# Prints the report, docs/report/report.md, as a PDF.
#
#   tools/report.sh [OUT.pdf]        # docs/report/report.pdf unless another place is named
#
# It needs python3 (with venv) and chromium, and the network the first time, for one Python package. Exit code 1:
# something is missing, or nothing was printed.
set -euo pipefail
[ $# -le 1 ] || { echo "usage: tools/report.sh [OUT.pdf]" >&2; exit 2; }
root="$(cd "$(dirname "$0")/.." && pwd)"
out="$(realpath -m "${1:-$root/docs/report/report.pdf}")"
work="${CARGO_TARGET_DIR:-$root/target}/report"
fail() {
    echo "tools/report.sh: $1" >&2
    exit 1
}
command -v python3 > /dev/null || fail "python3 is missing"
command -v chromium > /dev/null || fail "chromium is missing"

python="$work/venv/bin/python"
mkdir -p "$work" "$(dirname "$out")"
if ! "$python" -c 'import markdown' 2> /dev/null; then
    python3 -m venv --clear "$work/venv" > /dev/null 2>&1 || fail "python3 cannot make a virtual environment (venv)"
    "$python" -m pip install --quiet --disable-pip-version-check markdown==3.7 2> "$work/log" ||
        fail "the Python package markdown cannot be installed; see $work/log"
fi
"$python" "$root/docs/report/page.py" > "$work/report.html"
rm -f "$work/report.pdf"
chromium --headless --no-sandbox --disable-gpu --no-pdf-header-footer \
    --print-to-pdf="$work/report.pdf" "file://$work/report.html" > "$work/log" 2>&1 || true
[ -s "$work/report.pdf" ] || fail "chromium printed nothing; see $work/log"
cp "$work/report.pdf" "$out"
echo "$out"
