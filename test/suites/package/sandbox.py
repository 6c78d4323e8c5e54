# SPDX-License-Identifier: Apache-2.0
"""A container without a container runtime: the files of an image and nothing
else as a read-only root, uid and gid 2000, no new privileges, PID 1 of its own
PID namespace. It is harder than a cluster in one thing: there is no /proc and
no /dev.
"""
import contextlib
import os
import pathlib
import re
import signal
import subprocess

import rendering

USER = 2000
# Root becomes its own mount, so that it can be read-only by itself.
ENTER = ('mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && '
         'exec setpriv --no-new-privs '
         f'chroot --userspec={USER}:{USER} --groups= "$@"')


def unpack(image, root):
  """The files of an image, as a container of it has them."""
  for path, (entry, content) in sorted(image.flattened().items()):
    target = root / path.lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    os.chown(target, entry.uid, entry.gid)
    os.chmod(target, entry.mode)


class Container:
  """The entry point of an image, running with further arguments."""

  def __init__(self, image, work, *arguments):
    if os.geteuid() != 0:
      raise PermissionError("a container takes root: mounts, namespaces and "
                            "another user; run the test as root")
    root = work / "root"
    root.mkdir()
    unpack(image, root)
    self.log = work / "container.log"
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    environment |= dict(pair.split("=", 1)
                        for pair in image.config.get("Env") or [])
    with self.log.open("w") as output:
      self.process = subprocess.Popen(
          ["unshare", "--mount", "--pid", "--fork", "--kill-child",
           "sh", "-c", ENTER, "sh", root, *image.config["Entrypoint"],
           *arguments], stdout=output, stderr=output, env=environment)

  def address(self, name):
    """What it says that it serves at, as soon as it says so."""
    def ready():
      found = re.search(rf'"serving".*"{name}":"(127\.0\.0\.1:\d+)"',
                        self.log.read_text())
      return found and found.group(1)

    return rendering.wait_for(self.process, self.log, ready)

  def pid(self):
    """PID 1 of the container, as it is called out here."""
    outer = self.process.pid
    children = pathlib.Path(f"/proc/{outer}/task/{outer}/children")
    return int(children.read_text())

  def status(self):
    """What the kernel says about its rights: {name: value}."""
    text = pathlib.Path(f"/proc/{self.pid()}/status").read_text()
    return dict(re.findall(r"^(\w+):[ \t]*(.*)$", text, re.MULTILINE))

  def mounts(self):
    """What is mounted in there: {path: options}."""
    text = pathlib.Path(f"/proc/{self.pid()}/mountinfo").read_text()
    return {fields[4]: fields[5].split(",")
            for fields in map(str.split, text.splitlines())}

  def stop(self):
    """Its exit status after SIGTERM, as a kubelet sends it."""
    if self.process.poll() is None:
      os.kill(self.pid(), signal.SIGTERM)
    return self.process.wait(timeout=30)


@contextlib.contextmanager
def running(image, work, *arguments):
  container = Container(image, work, *arguments)
  try:
    yield container
  finally:
    container.process.kill()
    container.process.wait()
