# SPDX-License-Identifier: Apache-2.0
"""What a pod may lack: ports, files, rights, a name for its user."""
import os
import shutil
import socket

import calls
from checks import check, expect
from http2 import fresh_call
from server import BINARY, Loom, State, refused

NOBODY = 2000  # no user of any machine: that of the image


def one_line(code, text, *words):
  """How a server that cannot serve says so."""
  expect(code == 2, "exit code", code, text)
  lines = text.strip().splitlines()
  expect(len(lines) == 1, "not one line:", text)
  for word in words:
    expect(word in lines[0], f"no {word!r} in: {lines[0]}")


def taken_port():
  taken = socket.create_server(("127.0.0.1", 0))
  return taken, f"127.0.0.1:{taken.getsockname()[1]}"


@check("a port that somebody has", server=False)
def port_taken(_):
  taken, address = taken_port()
  with taken:
    code, text = refused("--insecure", f"--address={address}",
                         "--metrics-address=127.0.0.1:0")
    one_line(code, text, address)


@check("two servers never share a port", server=False)
def port_of_another_server(_):
  with Loom() as loom:
    code, text = refused("--insecure", f"--address={loom.address}",
                         "--metrics-address=127.0.0.1:0")
    one_line(code, text, loom.address)
    fresh_call(loom.address)
    loom.stop()


@check("a port of metrics that somebody has is an error, unless none is wanted",
       server=False)
def metrics_port_taken(_):
  taken, address = taken_port()
  with taken:
    code, text = refused("--insecure", "--address=127.0.0.1:0",
                         f"--metrics-address={address}")
    expect(code == 2, code, text)
    expect(address in text and "--metrics-address=" in text, text)
  with Loom(metrics="") as loom:
    fresh_call(loom.address)
    loom.stop()


@check("addresses that there are not", server=False)
def no_such_address(_):
  for address in ("192.0.2.1:9443", "127.0.0.1:99999", "example.org:9443", "x"):
    code, text = refused("--insecure", f"--address={address}")
    one_line(code, text, address)


def bare_root(folder):
  """A root that holds the program and nothing else, and cannot be written."""
  root = folder / "root"
  root.mkdir()
  shutil.copy(BINARY, root / "loom")
  root.chmod(0o555)
  folder.chmod(0o755)
  return root


@check("no /proc, no passwd, no folder to write to, no rights", server=False,
       root=True)
def bare_surroundings(folder):
  before = ("/usr/sbin/chroot", f"--userspec={NOBODY}:{NOBODY}", "--groups=",
            str(bare_root(folder)))
  with Loom(before=before, binary="/loom", env={}) as loom:
    status = open(f"/proc/{loom.pid}/status", encoding="ascii").read()
    expect(f"Uid:\t{NOBODY}" in status, "it is somebody else")
    for _ in range(20):
      fresh_call(loom.address)
    expect(loom.get("/metrics")[0] == 200, "/metrics")
    expect(loom.get("/livez")[0] == 200, "/livez")
    loom.stop()


@check("one core, and memory that ends", server=False)
def narrow_surroundings(_):
  with Loom(before=("taskset", "-c", "0", "prlimit", "--as=1000000000",
                    "--nproc=4096")) as loom:
    state = State(loom)
    with calls.Client(loom.address) as client:
      for _ in range(20):
        client.right(calls.Call(size=1 << 20))
    state.settled()
    loom.stop()


@check("nobody looks into the process, and it leaves no core", root=True)
def memory_is_hidden(loom):
  owner = os.stat(f"/proc/{loom.pid}/environ").st_uid
  expect(owner == 0, "owner of /proc/PID/environ:", owner)
  with open(f"/proc/{loom.pid}/limits", encoding="ascii") as limits:
    core = [line for line in limits if line.startswith("Max core file size")]
  expect(core[0].split()[4:6] == ["0", "0"], core)
