# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium, driven over a pipe by the DevTools protocol.

  with Chromium() as browser:
    page = browser.open("page.html", width=1280, height=900)
    page.run("document.title")             # the value of an expression
    page.key("Tab")                        # a real key
    page.hover(100, 200)                   # a real pointer
    page.said, page.requests               # console messages; addresses asked for

Messages are JSON ended by NUL, to descriptor 3 of the browser and from its
descriptor 4. Nothing but the standard library is needed.
"""
import base64
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "/": 191, " ": 32}


class BrowserError(Exception):
  pass


class Chromium:

  def __init__(self):
    program = shutil.which("chromium")
    if not program:
      raise BrowserError("there is no chromium; test/install-packages installs it")
    self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    to_browser, self._out = os.pipe()
    self._in, from_browser = os.pipe()
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
    # Bash places the ends: in the child of a process with threads, nothing else is safe.
    self._process = subprocess.Popen(
        ["bash", "-c", f'exec "$0" "$@" 3<&{ends[0]} 4>&{ends[1]}',
         program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox",
         "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--disable-background-networking", "--force-color-profile=srgb",
         f"--user-data-dir={self._profile.name}", "about:blank"],
        pass_fds=ends, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for end in (*ends, to_browser, from_browser):
      os.close(end)
    self._buffer = b""
    self._next = 0
    self._answers = {}
    self.pages = {}

  def __enter__(self):
    return self

  def __exit__(self, *_):
    try:
      self.call("Browser.close")
      self._process.wait(10)
    except (BrowserError, OSError, subprocess.TimeoutExpired):
      self._process.kill()
      self._process.wait()
    os.close(self._in)
    os.close(self._out)
    self._profile.cleanup()

  def call(self, method, session=None, seconds=30, **parameters):
    """The result of a command."""
    self._next += 1
    number = self._next
    message = {"id": number, "method": method, "params": parameters}
    if session:
      message["sessionId"] = session
    text = json.dumps(message).encode() + b"\0"
    while text:
      text = text[os.write(self._out, text):]
    deadline = time.monotonic() + seconds
    while number not in self._answers:
      self.read(deadline - time.monotonic(), method)
    answer = self._answers.pop(number)
    if "error" in answer:
      raise BrowserError(f"{method}: {answer['error']['message']}")
    return answer["result"]

  def read(self, seconds, what):
    """Takes what the browser sends next."""
    if not select.select([self._in], [], [], max(0, seconds))[0]:
      raise BrowserError(f"{what}: no answer")
    part = os.read(self._in, 1 << 20)
    if not part:
      raise BrowserError("the browser ended")
    *messages, self._buffer = (self._buffer + part).split(b"\0")
    for text in messages:
      message = json.loads(text)
      if "id" in message:
        self._answers[message["id"]] = message
      elif message.get("sessionId") in self.pages:
        self.pages[message["sessionId"]].take(message["method"], message["params"])

  def open(self, path, width=1280, height=900, fragment="", script=True, features=()):
    """A page in a new tab, loaded."""
    target = self.call("Target.createTarget", url="about:blank")["targetId"]
    session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    page = Page(self, target, session)
    self.pages[session] = page
    for domain in ("Page", "Runtime", "Network", "Log", "Accessibility", "DOM"):
      page.call(f"{domain}.enable")
    page.call("Emulation.setScriptExecutionDisabled", value=not script)
    page.size(width, height)
    page.emulate(dict(features))
    page.go(pathlib.Path(path).resolve().as_uri() + fragment)
    return page


class Page:

  def __init__(self, browser, target, session):
    self._browser, self._target, self._session = browser, target, session
    self.said, self.requests, self.loaded = [], [], False

  def take(self, event, what):
    if event == "Page.loadEventFired":
      self.loaded = True
    elif event == "Network.requestWillBeSent":
      self.requests.append(what["request"]["url"])
    elif event == "Runtime.consoleAPICalled":
      self.said.append(str([each.get("value") for each in what["args"]]))
    elif event == "Runtime.exceptionThrown":
      details = what["exceptionDetails"]
      self.said.append(details.get("exception", {}).get("description", details["text"]))
    elif event == "Log.entryAdded":
      self.said.append(what["entry"]["text"])

  def call(self, method, **parameters):
    return self._browser.call(method, self._session, **parameters)

  def go(self, address):
    self.loaded = False
    self.call("Page.navigate", url=address)
    deadline = time.monotonic() + 30
    while not self.loaded:
      self._browser.read(deadline - time.monotonic(), address)

  def size(self, width, height):
    self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
              deviceScaleFactor=1, mobile=width < 600)

  def emulate(self, features, media=""):
    self.call("Emulation.setEmulatedMedia", media=media,
              features=[{"name": name, "value": value} for name, value in features.items()])

  def run(self, expression):
    result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                       awaitPromise=True)
    if "exceptionDetails" in result:
      raise BrowserError(result["exceptionDetails"]["exception"]["description"])
    return result["result"].get("value")

  def key(self, key, modifiers=0):
    known = {"key": key, "code": key, "modifiers": modifiers,
             "windowsVirtualKeyCode": KEYS.get(key, 0)}
    text = {"Enter": "\r", "Tab": ""}.get(key, key if len(key) == 1 else "")
    self.call("Input.dispatchKeyEvent", type="keyDown", **known, **({"text": text} if text else {}))
    self.call("Input.dispatchKeyEvent", type="keyUp", **known)

  def write(self, text):
    self.call("Input.insertText", text=text)

  def hover(self, x, y):
    self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

  def click(self, x, y):
    for kind in ("mousePressed", "mouseReleased"):
      self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

  def names(self):
    """(role, name) of each node of the accessibility tree that is not ignored."""
    tree = self.call("Accessibility.getFullAXTree")["nodes"]
    return [(node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))
            for node in tree if not node["ignored"]]

  def picture(self, path, whole=False):
    """A screenshot as PNG."""
    shot = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
    pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

  def close(self):
    self._browser.pages.pop(self._session, None)
    self._browser.call("Target.closeTarget", targetId=self._target)
