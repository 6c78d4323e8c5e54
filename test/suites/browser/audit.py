# SPDX-License-Identifier: Apache-2.0
"""What a page owes to people who see little, or nothing: WCAG 2.1 AA.

The functions contrast, structure and axe return what is wrong with the page of a tab;
nothing if it is right. Scripts of others are fetched once and are in no repository.
"""
import fcntl
import functools
import hashlib
import pathlib
import shutil
import subprocess
import tarfile
import zipfile

TOOLS = pathlib.Path(__file__).resolve().parents[3] / "build/tools/axe"
# A package of PyPI that contains axe-core; nothing of it but axe.min.js is used.
AXE = "axe-playwright-python==0.1.4"
AXE_SHA256 = "74c0993ac92c2ede522c56bf2cdda42216b22af53c4d94a684767fd42883c7fb"
MERMAID = "mermaid@10.9.3"
MERMAID_SHA256 = "d9458cd3744b9f30ebafd6afb07e075fe1def8a4d1dba486c9a4c518143692b3"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]

# The contrast of each text that is seen against what is behind it.
CONTRAST = """(() => {
  const color = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const c = color(getComputedStyle(at).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const wrong = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    if (["SCRIPT", "STYLE"].includes(element.tagName) || element.closest("svg")) continue;
    const style = getComputedStyle(element);
    for (let at = element; at; at = at.parentElement) {
      if (getComputedStyle(at).opacity !== "1") wrong.push("transparent: " + element.className);
    }
    const [a, b] = [light(color(style.color)), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) wrong.push(ratio.toFixed(2) + " " + walker.currentNode.data.slice(0, 40));
  }
  return [...new Set(wrong)];
})()"""


def contrast(tab):
  return tab.run(CONTRAST)


def structure(tab):
  """Names, landmarks, headings and ids."""
  wrong = []
  tree = tab.names()
  for role, name in tree:
    if role in ("button", "searchbox", "textbox", "heading", "region", "complementary", "form",
                "search", "RootWebArea") and not name.strip():
      wrong.append(f"a {role} has no name")
  roles = [role for role, _ in tree]
  for landmark in ("banner", "main", "search", "contentinfo"):
    if roles.count(landmark) != 1:
      wrong.append(f"{roles.count(landmark)} times {landmark}")
  if "status" not in roles:
    wrong.append("no live region")
  levels = tab.run("""[...document.querySelectorAll("h1,h2,h3,h4")].filter(e => e.checkVisibility())
    .map(e => +e.tagName[1])""")
  if levels.count(1) != 1 or any(b > a + 1 for a, b in zip(levels, levels[1:])):
    wrong.append(f"headings {levels}")
  ids = tab.run("[...document.querySelectorAll('[id]')].map(e => e.id)")
  wrong += [f"two elements are {each}" for each in set(ids) if ids.count(each) > 1]
  if not tab.run("document.documentElement.lang"):
    wrong.append("no language")
  if not tab.run("document.querySelector('svg').ariaHidden === 'true'"):
    wrong.append("the lines are reported to readers")
  return wrong


def package(pattern, commands, wanted):
  """The package that the commands leave in TOOLS, which has the sum that is wanted."""
  TOOLS.mkdir(parents=True, exist_ok=True)
  # The suites `browser` and `site` may run at the same time.
  with open(TOOLS / "lock", "w", encoding="utf-8") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    if not list(TOOLS.glob(pattern)):
      for command in commands:
        subprocess.run(command, check=True, cwd=TOOLS, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
  path = next(TOOLS.glob(pattern))
  found = hashlib.sha256(path.read_bytes()).hexdigest()
  if found != wanted:
    raise OSError(f"{path.name} is not what was tested: {found}")
  return path


@functools.cache
def axe_script():
  """The text of axe-core."""
  path = package("*.whl", [["/usr/bin/python3", "-m", "venv", TOOLS],
                           ["bin/pip", "-q", "download", "--no-deps", AXE]], AXE_SHA256)
  with zipfile.ZipFile(path) as wheel:
    return wheel.read("axe_playwright_python/axe.min.js").decode()


def has_mermaid():
  return shutil.which("npm") is not None


def mermaid_script():
  """The text of Mermaid, which GitHub draws diagrams with."""
  path = package("mermaid-*.tgz", [["npm", "pack", MERMAID]], MERMAID_SHA256)
  with tarfile.open(path) as archive:
    return archive.extractfile("package/dist/mermaid.min.js").read().decode()


def axe(tab):
  """What axe-core finds."""
  tab.run(axe_script() + "; 0")
  return tab.run(f"""axe.run(document, {{runOnly: {WCAG}}}).then((found) => found.violations
    .map((each) => each.id + ": " + each.nodes.map((node) => node.html.slice(0, 120)).join(" ")))""")
