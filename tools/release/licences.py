#!/usr/bin/env python3
"""Lists the libraries in the program with their licences, and the texts that go with them.

    tools/release/licences.py LIST TEXTS

LIST is a table in Markdown, TEXTS holds the licence files of all libraries, equal ones once. Reads what
`cargo metadata` says of the program with `lastmove farm` on all systems. Fails if a library has no licence, or none
that may be linked."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# One of these must do for each library, or all of those joined by AND.
PERMISSIVE = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "CDLA-Permissive-2.0", "ISC", "MIT", "MIT-0", "OpenSSL",
    "Unicode-3.0", "Unlicense", "Zlib",
}


def packages():
    """The libraries that the program is made of, without those that only tests and builds use."""
    said = subprocess.run(
        ["cargo", "metadata", "--format-version", "1", "--locked", "--features", "lastmove-cli/farm"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout
    data = json.loads(said)
    by_id = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    first = next(p["id"] for p in data["packages"] if p["name"] == "lastmove-cli")
    seen, left = {first}, [first]
    while left:
        for dep in nodes[left.pop()]["deps"]:
            linked = any(kind["kind"] is None for kind in dep["dep_kinds"])
            if linked and dep["pkg"] not in seen:
                seen.add(dep["pkg"])
                left.append(dep["pkg"])
    found = [by_id[one] for one in seen if by_id[one]["source"]]
    return sorted(found, key=lambda p: (p["name"], p["version"]))


def may_be_linked(licence):
    """Whether a licence expression such as "(MIT OR Apache-2.0) AND Unicode-3.0" is permissive."""
    text = licence.replace("/", " OR ")
    words = re.findall(r"\(|\)|[^\s()]+(?: WITH [^\s()]+)?", text)
    code = {"OR": "or", "AND": "and", "(": "(", ")": ")"}
    return eval(" ".join(code.get(w, str(w in PERMISSIVE)) for w in words))


def main():
    listing, texts = map(Path, sys.argv[1:])
    lines = ["# Libraries in the program", "", "| library | version | licence |", "| --- | --- | --- |"]
    bad, files = [], {}
    for package in packages():
        name, version, licence = package["name"], package["version"], package["license"] or ""
        lines.append(f"| {name} | {version} | {licence} |")
        if not licence or not may_be_linked(licence):
            bad.append(f"{name} {version}: {licence or 'no licence'}")
        folder = Path(package["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if file.is_file() and re.match(r"(?i)(licen[cs]e|copying|notice|copyright|unlicense)", file.name):
                text = file.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
                files.setdefault(text, []).append(f"{name} {version}: {file.name}")
    if bad:
        sys.exit("\n".join(bad))
    listing.write_text("\n".join(lines) + "\n", encoding="utf-8")
    parts = ["\n".join(names) + "\n\n" + text + "\n" for text, names in files.items()]
    texts.write_text(("\n" + "=" * 80 + "\n\n").join(parts), encoding="utf-8")
    print(f"{len(lines) - 4} libraries, {len(files)} licence texts")


if __name__ == "__main__":
    main()
