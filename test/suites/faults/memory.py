# SPDX-License-Identifier: Apache-2.0
"""Peers that use memory which gRPC 1.51 does not limit."""
import contextlib
import threading
import time

import grpc

import calls
from checks import Wrong, check, eventually, expect
from frames import WATCH
from http2 import (CONTINUATION, DATA, END_STREAM, HEADERS, RUN, Closed, Peer,
                   block, frame, message)
from server import MB, Loom

# Shows the server a memory limit of 512 MiB, which the system does not enforce:
# what the server uses beyond it is seen and not killed.
LIMITED = ("unshare", "-m", "sh", "-c",
           "mount -t tmpfs none /sys/fs/cgroup && "
           "echo 536870912 >/sys/fs/cgroup/memory.max && exec \"$0\" \"$@\"")


# 85 % of the limit, from which on connections end.
SHORT = 435 * MB


def ended(loom):
  return loom.metrics()['loom_connections_ended_total{reason="memory"}']


@contextlib.contextmanager
def limited():
  """A server that knows of the limit, and afterwards is as before."""
  with Loom(before=LIMITED) as loom:
    calls.right_answer(loom)
    yield loom
    print(f"    peak {loom.peak() / MB:.0f} MB, {ended(loom):.0f} ended")
    # More than the limit only if the machine is busy, so that gRPC closes late
    # what was ended. Without an end it is a gigabyte and more.
    expect(loom.peak() < 800 * MB, f"{loom.peak() / MB:.0f} MB")
    # One peer alone may not get that far: gRPC refuses further connections while it
    # frees what the last one took.
    expect(ended(loom) > 0 or loom.peak() < SHORT, "no connection was ended")
    calls.answers_eventually(loom)
    # gRPC keeps some of it for the next connections.
    eventually(lambda: loom.memory() < SHORT, 10,
               lambda: f"{loom.memory() / MB:.0f} MB")
    loom.stop()


@check("endless headers of five bytes, and settings that are never acknowledged",
       server=False, root=True)
def flood_of_headers(_):
  flood = frame(CONTINUATION, 0, 1, b"\x00\x01x\x01y" * 3276)
  with limited() as loom:
    for _ in range(3):
      with Peer(loom.address, acknowledge=False) as peer:
        with contextlib.suppress(Closed, OSError):
          peer.frame(HEADERS, 0, 1, block(RUN))
          for _ in range(200 * MB // len(flood)):
            peer.send(flood)
            if loom.memory() > 1000 * MB:
              return


def call_until(done, loom):
  """Calls of which some fail, as connections end while memory is short."""
  while not done.is_set():
    with contextlib.suppress(Wrong), calls.Client(loom.address) as client:
      while not done.is_set():
        client.right(timeout=2)


@check("headers flood while others call: gRPC frees the requests of calls, too",
       server=False, root=True)
def flood_beside_calls(_):
  flood = frame(CONTINUATION, 0, 1, b"\x00\x01x\x01y" * 3276)
  with Loom(before=LIMITED) as loom:
    for _ in range(4):
      calls.answers_eventually(loom)
      done = threading.Event()
      others = [threading.Thread(target=call_until, args=(done, loom))
                for _ in range(2)]
      for other in others:
        other.start()
      with Peer(loom.address, acknowledge=False) as peer:
        with contextlib.suppress(Closed, OSError):
          peer.frame(HEADERS, 0, 1, block(RUN))
          for _ in range(200 * MB // len(flood)):
            peer.send(flood)
      done.set()
      for other in others:
        other.join()
    calls.answers_eventually(loom)
    loom.stop()


@check("connections with 128 streams each that stay open", server=False,
       root=True)
def flood_of_streams(_):
  headers = [(name, WATCH if name == ":path" else value) for name, value in RUN]
  begun = b"".join(
      frame(HEADERS, 4, 2 * number + 1, block(headers)) +
      frame(DATA, END_STREAM, 2 * number + 1, message(b""))
      for number in range(128))
  with limited() as loom, contextlib.ExitStack() as stack:
    for _ in range(800):
      with contextlib.suppress(Closed, OSError):
        stack.enter_context(Peer(loom.address)).send(begun)
    time.sleep(3)


@check("watchers of health whose services have names of 4 MiB hold no memory")
def long_names_of_services(loom):
  # Field 1 of HealthCheckRequest, with its length in four bytes.
  size = 4 * MB
  name = b"\x0a" + bytes([size & 0x7f | 0x80, size >> 7 & 0x7f | 0x80,
                          size >> 14 & 0x7f | 0x80, size >> 21]) + b"x" * size
  with grpc.insecure_channel(
      loom.address, options=[("grpc.max_send_message_length", -1)]) as channel:
    watch = channel.unary_stream(WATCH)
    watchers = []
    for _ in range(25):
      watchers.append(watch(name))
      expect(next(watchers[-1]) == calls.SERVICE_UNKNOWN, "not SERVICE_UNKNOWN")
    eventually(lambda: loom.memory() < 25 * size / 2, 10,
               lambda: f"{loom.memory() / MB:.0f} MB")
