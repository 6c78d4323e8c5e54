# SPDX-License-Identifier: Apache-2.0
"""Looks at the pages of the website in a headless Chromium, as on a phone and on a screen.

Each page is opened twice: in light colors and 1280 pixels wide, and in dark colors and 390
pixels wide. axe-core checks contrast both times, and the first time also the order of headings,
the texts of pictures and of links, and the rest of WCAG 2.1 AA.
"""
import concurrent.futures
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "test/suites/browser"))

# pylint: disable=wrong-import-position
import audit
from chromium import Chromium

SITE = ROOT / "build/site"
# What a keyboard reaches is a question of screens, and only colors differ in the dark.
LOOKS = (("light", 1280, audit.WCAG), ("dark", 390, ["color-contrast"]))
# What the theme calls them.
SCHEMES = {"light": "default", "dark": "slate"}
# What sticks out of the window to the right: the document itself, or a table.
WIDE = """(() => {
  const wide = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    wide.push("the page is " + document.documentElement.scrollWidth + " wide");
  for (const table of document.querySelectorAll("article table"))
    if (table.getBoundingClientRect().right > width || table.scrollWidth > table.clientWidth + 1)
      wide.push("a table is too wide: " + table.innerText.slice(0, 40));
  return wide;
})()"""
BROKEN = """document.querySelector("article").insertAdjacentHTML("beforeend",
  "<table><tr><td><div style='width: 2000px'>a</div></td></tr></table>");
  document.querySelectorAll("article p").forEach((each) => { each.style.color = "#777"; })"""
# No color is on its way to another one, and the scripts of the page have seen its size.
CALM = """document.head.insertAdjacentHTML("beforeend",
  "<style>*, ::before, ::after { transition: none !important; animation: none !important }</style>");
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"""
# The theme lets the keyboard reach code that is wider than the screen, but only where there is
# a mouse, and a headless browser has none.
# A rule that cannot run, such as one that meets a color that it cannot read, has no nodes.
AXE = """axe.run(document, {runOnly: %s, resultTypes: ["violations", "incomplete"]}).then((found) => {
  const failed = found.incomplete.filter((each) => !each.nodes.length)
    .map((each) => each.id + " cannot run: " + (each.message || each.error));
  return failed.concat(found.violations.map((each) => ({id: each.id,
      nodes: each.nodes.filter((node) =>
        each.id != "scrollable-region-focusable" || !node.html.startsWith("<code"))}))
    .filter((each) => each.nodes.length)
    .map((each) => each.id + ": " + each.nodes.length + " times, "
      + each.nodes[0].html.slice(0, 150)));
})"""


def seen(paths, scheme, width, rules):
  """What is wrong with each of these pages, a line each, by what looks for it."""
  found = {"wide": [], "axe": [], "fetched": []}
  with Chromium() as browser:
    tab = browser.open(paths[0], width=width, features=[("prefers-color-scheme", scheme)])
    tab.call("Accessibility.disable")  # it would follow each change of a page
    for path in paths:
      tab.requests.clear()
      tab.go(path.as_uri())
      name = path.relative_to(SITE)
      tab.run(CALM)
      if width < 600:
        found["wide"] += [f"{name}: {each}" for each in tab.run(WIDE)]
      tab.run(audit.axe_script() + "; 0")
      found["axe"] += [f"{name}, {scheme}, {width}: {each}" for each in tab.run(AXE % rules)]
      found["fetched"] += [f"{name}: {each}" for each in tab.requests
                           if not each.startswith((SITE.as_uri(), "data:"))]
      if (look := tab.run("document.body.dataset.mdColorScheme")) != SCHEMES[scheme]:
        found["axe"].append(f"{name} is shown in the colors {look}, not in {scheme} ones")
    # A check that cannot fail proves nothing.
    tab.run(BROKEN)
    if not tab.run(WIDE):
      found["wide"].append("nobody sees a table that is 2000 wide")
    if not tab.run(AXE % rules):
      found["axe"].append(f"nobody sees text that is too pale, {scheme}")
  return found


def looked_at():
  """What is wrong with the website, by what looks for it."""
  # 404.html has addresses from the root of the server, and there is none.
  paths = sorted(SITE.rglob("index.html"))
  audit.axe_script()  # fetched once, before the threads
  with concurrent.futures.ThreadPoolExecutor() as pool:
    results = list(pool.map(lambda look: seen(paths, *look), LOOKS))
  return {key: [line for result in results for line in result[key]]
          for key in ("wide", "axe", "fetched")}

