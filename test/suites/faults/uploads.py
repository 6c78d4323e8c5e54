# SPDX-License-Identifier: Apache-2.0
"""Messages that are larger than they should be: what they may cost."""
import threading
import zlib

import calls
from checks import check, expect
from frames import Bystander
from http2 import (DATA, END_STREAM, HEADERS, RST_STREAM, RUN, Closed, Peer,
                   message)
from server import MB, State

QUOTA = 64


@check("1 GiB is promised and 300 MB are sent: the transport's memory holds",
       f"--transport-memory={QUOTA}")
def endless_upload(loom):
  state = State(loom)
  # Who is idle when memory runs out is asked to connect again.
  with Bystander(loom, pause=0.1, patient=True) as bystander:
    with Peer(loom.address) as peer:
      peer.begin()
      # A second at most without a window: then it got what it gets.
      try:
        sent = peer.upload(1, message(bytes(300 * MB), length=1 << 30), 2)
      except (Closed, OSError):
        sent = 0
      held = loom.peak() - state.memory
    calls.right_answer(loom)
    expect(bystander.times, "nobody else was served")
  expect(held < (QUOTA + 64) * MB, f"{held >> 20} MB held; {sent >> 20} sent")


class ManyUploads:
  """One connection with `count` requests of 16 MB, all at once."""

  def __init__(self, peer, count):
    self.peer = peer
    self.calls = [calls.Call(size=16 * MB - 1000) for _ in range(3)]
    self.left = {}
    for number in range(count):
      peer.begin(2 * number + 1)
      body = message(self.calls[number % 3].bytes)
      self.left[2 * number + 1] = memoryview(body)
    self.status, self.bodies = {}, {}

  def note(self, got):
    kind, flags, stream, payload = got
    if kind == RST_STREAM:
      self.status.setdefault(stream, "reset")
    elif kind == HEADERS:
      fields = dict(self.peer.decoder.decode(payload))
      if "grpc-status" in fields:
        self.status.setdefault(stream, fields["grpc-status"])
    elif kind == DATA:
      self.bodies[stream] = self.bodies.get(stream, b"") + payload
    if flags & END_STREAM or kind == RST_STREAM:
      self.left.pop(stream, None)

  def send_some(self, held_back):
    """A piece for each call that there is room for, but for the last bytes of
    each; whether there was any."""
    some = False
    for stream, rest in list(self.left.items()):
      room = min(self.peer.room(stream), len(rest) - held_back)
      if room > 0:
        some = True
        self.left[stream] = rest[room:]
        self.peer.data(stream, bytes(rest[:room]),
                       0 if self.left[stream] else END_STREAM)
    return some

  def run(self, held_back=0):
    """Until nothing has moved for 2 s, or the connection ends."""
    try:
      while self.left:
        some = self.send_some(held_back)
        got = self.peer.read(0.001 if some else 2)
        while got:
          self.note(got)
          got = self.peer.read(0.001)
          some = True
        if not some:
          return
    except (Closed, OSError):
      pass

  def check(self):
    """Each that was answered is answered right; each other one was refused."""
    for stream, status in self.status.items():
      expect(status in ("reset", "0", "8", "14"), "status", status)
      if status == "0":
        self.calls[stream // 2 % 3].check(self.bodies[stream][5:])


@check("100 requests of 16 MB at once: as many as there is memory for",
       f"--transport-memory={QUOTA}")
def many_uploads(loom):
  with Peer(loom.address) as peer:
    uploads = ManyUploads(peer, 100)
    # None is complete, so all of them are in flight; then as many as can be.
    uploads.run(held_back=1)
    uploads.run()
    uploads.check()
    peak = loom.peak()
  # Beside the transport, two calls are worked on: 16 times their bytes, but
  # nothing of what pads them is read.
  expect(peak < (QUOTA + 200) * MB, f"{peak >> 20} MB;",
         len(uploads.status), "were answered")


def bomb(kind):
  """256 MiB of nothing, compressed."""
  packer = zlib.compressobj(9, wbits=31 if kind == "gzip" else 15)
  piece = bytes(MB)
  return b"".join(packer.compress(piece) for _ in range(256)) + packer.flush()


@check("a message that grows when it is unpacked is refused before")
def compression_bomb(loom):
  state = State(loom)
  for kind in ("gzip", "deflate"):
    with Peer(loom.address) as peer:
      peer.begin(headers=[*RUN, ("grpc-encoding", kind)])
      try:
        peer.upload(1, message(bomb(kind), flag=1), 2)
      except Closed:
        pass
      headers, _, reset = peer.answer()
      expect(headers.get("grpc-status") == "12", kind, headers, reset)
  grown = loom.peak() - state.memory
  expect(grown < 16 * MB, f"{grown / MB:.1f} MB more")


def at_once(client, count, size):
  """So many calls of this size, begun together; the code of each."""
  made = [calls.Call(size=size) for _ in range(count)]
  futures = [client.run.future(call.bytes, timeout=60) for call in made]
  codes = [calls.code_of(future) for future in futures]
  for call, future, code in zip(made, futures, codes):
    if code == calls.grpc.StatusCode.OK:
      call.check(future.result())
  return codes


@check("100 calls of 2 MB at once are all answered")
def hundred_large_calls(loom):
  with calls.Client(loom.address) as client:
    codes = at_once(client, 100, 2 * MB)
    expect(set(codes) == {calls.grpc.StatusCode.OK}, set(codes))
  expect(loom.peak() < 600 * MB, f"{loom.peak() >> 20} MB")


@check("each client of many has its calls answered")
def many_clients(loom):
  problems = []

  def calling():
    try:
      with calls.Client(loom.address) as client:
        for _ in range(20):
          client.right(calls.Call(size=200_000))
    except Exception as problem:  # reported below
      problems.append(problem)

  threads = [threading.Thread(target=calling) for _ in range(30)]
  for thread in threads:
    thread.start()
  for thread in threads:
    thread.join()
  expect(not problems, len(problems), "failed:", problems[:1])


@check("a request at the limit is answered, one above is refused")
def request_limit(loom):
  with calls.Client(loom.address) as client:
    client.right(calls.Call(size=16 * MB))
    done = client.run.future(calls.Call(size=16 * MB + 1).bytes, timeout=20)
    code = calls.code_of(done)
    expect(code == calls.grpc.StatusCode.RESOURCE_EXHAUSTED, code)
    expect("16777217" in done.details(), done.details())
