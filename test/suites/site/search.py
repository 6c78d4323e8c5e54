# SPDX-License-Identifier: Apache-2.0
"""Searches in the website, as a reader does. The first result has to be each message of
Troubleshooting and each rule of `lint`, unfolded. Of words that people type, the page has to be
among the first three results.
"""
import functools
import http.server
import pathlib
import re
import sys
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "test/suites/browser"))

# pylint: disable=wrong-import-position
from chromium import Chromium

SITE = ROOT / "build/site"
WORDS = {"install": "installing/", "uninstall": "installing/#uninstall", "mac": "installing/",
         "stuck": "debug/", "go back": "moving/",
         "rollback": "moving/", "downgrade": "operating/", "upgrade": "operating/",
         "patch or template": "which-way/", "EnvironmentConfig": "environment/",
         "loop": "expressions/", "what is deleted": "expressions/", "secret": "values-of-secrets/",
         "connection details": "connection-details/", "delete order": "dependencies/",
         "kcl": "from-kcl/", "function-go-templating": "from-go-templating/",
         "readinessChecks": "reference/resources/#readinesschecks",
         "dependsOn": "reference/dependencies/#dependson",
         "--function-address": "commands/#-function-address-namehostport",
         "waiting for db (0 of 1 ready)": "troubleshooting/#waiting-for-of-ready",
         'unknown field "polcy" (did you mean policy?)':
             "troubleshooting/#unknown-field-did-you-mean"}
# They are as good an answer.
ALSO = {"troubleshooting/#dependencies-cycle": "dependency-rules/#cycles"}
# The headings of a page, and what is typed to find them: no part that varies.
HEADINGS = """[...document.querySelectorAll("article h3[id]")].map((each) => {
  const code = each.querySelector("code");
  const text = code ? code.textContent : %s && each.textContent.replace("¶", "");
  return text && [text.replaceAll("…", " ").trim(), each.id];
}).filter(Boolean)"""
# The links of each result that are not folded. The list is empty before.
SEARCH = """(async (text) => {
  const input = document.querySelector(".md-search__input");
  const meta = document.querySelector(".md-search-result__meta");
  const type = (value) => { input.value = value; input.dispatchEvent(new Event("keyup")); };
  const until = async (done) => {
    for (let i = 0; i < 250 && !done(); ++i) await new Promise((next) => setTimeout(next, 20));
  };
  const found = () => document.querySelectorAll(".md-search-result__item");
  document.querySelector("#__search").checked = true;
  input.focus();
  type("");
  await until(() => !found().length && !/matching/.test(meta.textContent));
  type(text);
  await until(() => found().length || /No matching/.test(meta.textContent));
  return [...found()].map((result) => [...result.querySelectorAll("a")]
    .filter((each) => !each.closest("details")).map((each) => each.getAttribute("href")));
})(%r)"""


class Quiet(http.server.SimpleHTTPRequestHandler):
  def log_message(self, *_):
    pass


def not_found():
  """What a search does not find, a line each."""
  server = http.server.ThreadingHTTPServer(
      ("127.0.0.1", 0), functools.partial(Quiet, directory=SITE))
  threading.Thread(target=server.serve_forever, daemon=True).start()
  root = f"http://127.0.0.1:{server.server_port}/"
  try:
    with Chromium() as browser:
      tab = browser.open(SITE / "404.html")
      wanted = dict(WORDS)
      for page, all_headings in (("troubleshooting/", "false"), ("lint-rules/", "true")):
        tab.go(f"{root}{page}")
        wanted |= {text: f"{page}#{anchor}" for text, anchor in tab.run(HEADINGS % all_headings)}
      if len(wanted) < 150:
        yield f"only {len(wanted)} messages, rules and words are searched for"
      for text, address in wanted.items():
        results = tab.run(SEARCH % text)[:3 if text in WORDS else 1]
        links = [re.sub(r"\?h=[^#]*", "", link.removeprefix(root))
                 for result in results for link in result]
        if not {address, ALSO.get(address)} & set(links):
          yield f"{text!r}: {links} instead of {address}"
  finally:
    server.shutdown()
