# SPDX-License-Identifier: Apache-2.0
"""For mkdocs: makes of pages that are written for GitHub the pages of the website.

Pages of the repository that are in PAGES, and pictures outside of docs/, become part of the
site. All other links that lead out of docs/ become links to the sources. Each page gets a
description: its first sentences. Tables get what a phone needs to show them as lists.
"""
import html
import pathlib
import posixpath
import re

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Pages outside of docs/, and what they are called in the site.
PAGES = {"SECURITY.md": "security.md", "CHANGELOG.md": "changelog.md"}
TITLE = re.compile(r"^(```\w+ title=)([^\s\"]+)$", re.MULTILINE)
LINK = re.compile(r"(!?)(\[[^\]]*\]\()([^)\s#:]+)(#[^)\s]*)?(\))")
COMMENT = re.compile(r"\A\s*(<!--.*?-->\s*)+", re.DOTALL)
# `> [!WARNING]` as GitHub knows it.
ALERT = re.compile(r"^> \[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\n((?:>.*\n?)+)",
                   re.MULTILINE)
# A picture in two colors, as GitHub knows it; the switch of the website knows it otherwise.
PICTURE = re.compile(r"<picture>\s*<source[^>]*srcset=\"([^\"]+)\">\s*"
                     r"<img alt=\"([^\"]+)\" src=\"([^\"]+)\">\s*</picture>")
KINDS = {"IMPORTANT": "info", "CAUTION": "danger"}
PICTURES = (".svg", ".png")
# Who searches for a message should find it, and not the many fields with one of its words.
BOOSTS = {"troubleshooting.md": 2, "lint-rules.md": 1.2, "installing.md": 1.5, "reference/": 0.4}
LENGTH = 160  # of a description, as search engines show it


def outside(files):
  """The pictures outside of docs/ that pages show, as paths from the root."""
  for file in files.documentation_pages():
    for _, _, target, _, _ in LINK.findall(pathlib.Path(file.abs_src_path).read_text()):
      path = posixpath.normpath(posixpath.join("docs", posixpath.dirname(file.src_uri), target))
      if path.endswith(PICTURES) and not path.startswith("docs/"):
        yield path


def on_files(files, config):
  for path, name in PAGES.items():
    files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
  for path in sorted(set(outside(files)) - {"docs"}):
    files.append(File.generated(config, f"assets/{posixpath.basename(path)}",
                                abs_src_path=str(ROOT / path)))
  return files


def origin(page):
  """Where the page stands in the repository."""
  known = {name: path for path, name in PAGES.items()}
  return known.get(page.file.src_uri) or posixpath.join("docs", page.file.src_uri)


def link(match, page, config):
  sign, text, target, anchor, end = match.groups()
  path = posixpath.normpath(posixpath.join(posixpath.dirname(origin(page)), target))
  here = posixpath.dirname(page.file.src_uri)
  if path in PAGES:
    target = posixpath.relpath(PAGES[path], here)
  elif path.startswith("docs/"):
    target = posixpath.relpath(path.removeprefix("docs/"), here)
  elif sign:
    target = posixpath.relpath(f"assets/{posixpath.basename(path)}", here)
  elif (ROOT / path).exists():
    target = f"{config.extra['sources']}/{path}"
  return f"{sign}{text}{target}{anchor or ''}{end}"


def plain(markdown):
  """A paragraph without marks."""
  text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
  return " ".join(re.sub(r"[*`]|<[^>]*>", "", text).split())


def sentences(markdown):
  """The sentences of the paragraphs of a page."""
  text = re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)
  for paragraph in re.split(r"\n\s*\n", text):
    paragraph = paragraph.strip("\n")
    if (re.match(r"[\w\"'`*\[]", paragraph) and
        not paragraph.startswith(("* ", "    ", "Guide: ", "From ["))):
      yield from re.split(r"(?<=\.)\s+(?=[A-Z])", plain(paragraph))


def description(markdown):
  """The first sentences of a page: as many as fit, and at least a third of that."""
  said = ""
  for sentence in sentences(markdown):
    if len(said) > LENGTH / 3 and len(said) + 1 + len(sentence) > LENGTH:
      break
    said = f"{said} {sentence}".strip()
  if len(said) > LENGTH:
    said = said[:LENGTH - 1].rpartition(" ")[0].rstrip(",;:") + "…"
  return re.sub(r":$", ".", said)


def alert(match):
  kind = KINDS.get(match[1], match[1].lower())
  lines = re.sub(r"^> ?", "    ", match[2], flags=re.MULTILINE)
  return f"!!! {kind}\n\n{lines}"


def in_prose(markdown, change):
  """Changes what is not in a block of code."""
  parts = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
  return "".join(part if part.startswith("```") else change(part) for part in parts)


def on_page_markdown(markdown, page, config, **_):
  markdown = COMMENT.sub("", markdown)
  page.meta.setdefault("description", description(markdown))
  for prefix, boost in BOOSTS.items():
    if page.file.src_uri.startswith(prefix):
      page.meta["search"] = {"boost": boost}
  if page.file.src_uri == "README.md":
    page.meta["hide"] = ["navigation", "toc"]

  def change(text):
    text = ALERT.sub(alert, text)
    text = PICTURE.sub(r"![\2](\3#only-light)\n![\2](\1#only-dark)", text)
    return LINK.sub(lambda match: link(match, page, config), text)
  return in_prose(TITLE.sub(r'\1"\2"', markdown), change)


def labelled(match):
  """A table whose cells say what their column is, for where it is shown as a list."""
  table = match[0]
  heads = [plain(html.unescape(head))
           for head in re.findall(r"<th[^>]*>(.*?)</th>", table, re.DOTALL)]
  table = table.replace("<table>", f'<table role="table" class="columns-{len(heads)}">', 1)
  for tag, role in (("thead", "rowgroup"), ("tbody", "rowgroup"), ("tr", "row"),
                    ("th", "columnheader")):
    table = re.sub(rf"<{tag}\b", f'<{tag} role="{role}"', table)
  if not any(heads):
    table = re.sub(r"<thead.*?</thead>", "", table, flags=re.DOTALL)

  def row(found):
    cells = iter(heads)
    return re.sub(r"<td\b", lambda _: f'<td role="cell" data-label="'
                  f'{html.escape(next(cells, ""))}"', found[0])
  return re.sub(r"<tr role=\"row\">.*?</tr>", row, table, flags=re.DOTALL)


def on_page_content(content, **_):
  # A picture leads to itself, for those who want to see it larger.
  content = re.sub(r'<p>(<img [^>]*src="([^"#]*)"[^>]*>)</p>', r'<p><a href="\2">\1</a></p>', content)
  return re.sub(r"<table>.*?</table>", labelled, content, flags=re.DOTALL)
