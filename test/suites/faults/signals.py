# SPDX-License-Identifier: Apache-2.0
"""What the kernel, kubelet and whoever restarts pods send."""
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import grpc

import calls
import heavy
from checks import Wrong, check, eventually, expect
from http2 import DATA, Closed, Peer, message
from server import Loom, refused


class Callers:
  """Clients that call without a pause; what went wrong, as codes."""

  def __init__(self, address, count):
    self.address = address
    self.codes, self.wrong, self.right = set(), [], 0
    self.over = threading.Event()
    self.threads = [threading.Thread(target=self.run) for _ in range(count)]

  def run(self):
    with calls.Client(self.address) as client:
      while not self.over.is_set():
        call = calls.Call(size=50_000)
        try:
          response = client.run(call.bytes, timeout=20)
        except grpc.RpcError as error:
          self.codes.add(error.code().name)
          time.sleep(0.05)
          continue
        try:
          call.check(response)
          self.right += 1
        except Wrong as wrong:
          self.wrong.append(str(wrong))

  def __enter__(self):
    for thread in self.threads:
      thread.start()
    eventually(lambda: self.right >= 50, 20, "50 right answers")
    return self

  def __exit__(self, *_):
    self.over.set()
    for thread in self.threads:
      thread.join()


@check("killed in the middle of calls, it serves again at the same port",
       server=False)
def killed(_):
  with Loom() as loom, Callers(loom.address, 8) as callers:
    for _ in range(3):
      loom.kill()
      loom = Loom(address=loom.address)
      so_far = callers.right
      eventually(lambda: callers.right > so_far + 50, 20, "right answers again")
  loom.stop()
  expect(not callers.wrong, callers.wrong[:1])
  expect(callers.codes <= {"UNAVAILABLE"}, callers.codes)


@check("50 calls in flight at SIGTERM are answered, whoever hangs is cut off",
       beside=True, ends=True)
def terminated(loom):
  with Peer(loom.address) as hanging, calls.Client(loom.address) as client:
    hanging.begin()
    hanging.frame(DATA, 0, 1, message(b"beginning", length=1000))
    # So many heavy ones that calls are in flight when no more are taken.
    made = ([heavy.call(1) for _ in range(8)] +
            [calls.Call(size=100_000) for _ in range(42)])
    futures = [client.run.future(call.bytes, timeout=30) for call in made]
    eventually(lambda: loom.answered() > 2, 20, "a first answer")
    loom.send(signal.SIGTERM)
    start = time.monotonic()
    for call, future in zip(made, futures):
      error = future.exception()
      expect(error is None, "a call in flight got", error)
      call.check(future.result())
    code = loom.exit_code(40)
    took = time.monotonic() - start
    expect(code == 0, "exit code", code, loom.text()[-500:])
    expect(took < 25, "it took", took, "s")


@check("while it drains it is alive, not ready, and still takes calls",
       "--drain-delay=3s", ends=True)
def draining(loom):
  with calls.Client(loom.address) as client:
    expect(client.health(b"", timeout=20) == calls.SERVING, "not SERVING")
    expect(loom.get("/readyz")[0] == 200, "/readyz")
    loom.send(signal.SIGTERM)
    eventually(lambda: loom.get("/readyz")[0] == 503, 2, "503 of /readyz")
    expect(loom.get("/livez")[0] == 200, "/livez while draining")
    expect(client.health(b"", timeout=20) == calls.NOT_SERVING,
           "SERVING while draining")
    client.right()
  calls.right_answer(loom)
  expect(loom.exit_code(30) == 0, "exit code")


@check("what the flags say of draining fits into a pod's 30 s", server=False)
def drains_in_time(_):
  text = re.sub(r"\s+", " ", refused("--help")[1])
  seconds = [re.search(rf"--{flag} .*?\(default (\d+)s\)", text)
             for flag in ("drain-delay", "drain-timeout")]
  expect(all(seconds), "no defaults in --help")
  expect(sum(int(found.group(1)) for found in seconds) < 25, seconds)


@check("who asks twice does not wait", "--drain-delay=20s", ends=True)
def terminated_twice(loom):
  loom.send(signal.SIGTERM)
  eventually(lambda: loom.get("/readyz")[0] == 503, 5, "503 of /readyz")
  loom.send(signal.SIGTERM)
  loom.exit_code(5)


@check("a hang-up is no reason to end")
def hung_up(loom):
  loom.send(signal.SIGHUP)
  loom.send(signal.SIGPIPE)
  calls.right_answer(loom)


@check("stopped for 3 s and continued, calls go on")
def stopped_and_continued(loom):
  with calls.Client(loom.address) as client:
    client.right()
    loom.send(signal.SIGSTOP)
    os.waitid(os.P_PID, loom.pid, os.WSTOPPED)  # all its threads
    try:
      made = [calls.Call() for _ in range(20)]
      futures = [client.run.future(call.bytes, timeout=30) for call in made]
      time.sleep(3)
      expect(not any(future.done() for future in futures), "answers of whom?")
    finally:
      loom.send(signal.SIGCONT)
    for call, future in zip(made, futures):
      call.check(future.result())


@check("connections that open while it ends get an end, too",
       "--drain-delay=0s", ends=True)
def connects_while_ending(loom):
  loom.send(signal.SIGTERM)
  start = time.monotonic()
  while loom.process.poll() is None and time.monotonic() < start + 10:
    with contextlib.suppress(OSError, Closed), Peer(loom.address) as peer:
      peer.begin()
  expect(loom.exit_code(10) == 0, "exit code")


# Connects, and goes on at once; 300 connections stay open.
FLOOD = """
import socket, sys
held = []
while True:
  made = socket.socket()
  made.setblocking(False)
  try:
    made.connect(("127.0.0.1", int(sys.argv[1])))
  except OSError:
    pass
  held.append(made)
  if len(held) > 300:
    held.pop(0).close()
"""


@check("peers that connect faster than they are refused do not hold up the end",
       "--drain-delay=0s", "--drain-timeout=3s", "--handshake-timeout=60s",
       ends=True)
def flood_while_ending(loom):
  most = 1024  # --max-connections
  held = [socket.create_connection(("127.0.0.1", loom.port)) for _ in range(most)]
  flood = subprocess.Popen([sys.executable, "-c", FLOOD, str(loom.port)])
  try:
    time.sleep(0.5)
    loom.send(signal.SIGTERM)
    expect(loom.exit_code(10) == 0, "exit code")
  finally:
    flood.kill()
    flood.wait()
    for connection in held:
      connection.close()
