# SPDX-License-Identifier: Apache-2.0
"""For mkdocs: links of a page that lead out of docs/ become links to the sources, and
titles of code blocks get the quotes that mkdocs wants."""
import posixpath
import re

TITLE = re.compile(r"^(```\w+ title=)([^\s\"]+)$", re.MULTILINE)
LINK = re.compile(r"(\]\()(\.\./[^)\s]+)(\))")


def on_page_markdown(markdown, page, config, **_):
  folder = posixpath.dirname(posixpath.join("docs", page.file.src_uri))

  def outside(match):
    path = posixpath.normpath(posixpath.join(folder, match.group(2)))
    if path.startswith("docs/"):
      return match.group(0)
    return f"{match.group(1)}{config.extra['sources']}/{path}{match.group(3)}"
  return LINK.sub(outside, TITLE.sub(r'\1"\2"', markdown))
