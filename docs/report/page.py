"""Prints the report as one HTML page with its style sheet and its pictures inside. Used by tools/report.sh."""
import base64
import re
from pathlib import Path

import markdown

HERE = Path(__file__).resolve().parent


def picture(match):
    data = base64.b64encode((HERE / match.group(1)).read_bytes()).decode()
    return f'src="data:image/svg+xml;base64,{data}"'


text = (HERE / "report.md").read_text(encoding="utf-8")
body = markdown.markdown(text, extensions=["tables", "fenced_code", "attr_list", "md_in_html"])
body = re.sub(r'src="(figures/[^"]+\.svg)"', picture, body)
title = text.partition("\n")[0].lstrip("# ")
style = (HERE / "report.css").read_text(encoding="utf-8")
print(f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n<style>\n{style}</style>\n{body}\n</html>')
