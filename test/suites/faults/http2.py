# SPDX-License-Identifier: Apache-2.0
"""A peer that speaks HTTP/2 by hand, and so can say what no library would."""
import contextlib
import socket
import struct
import time

import hpack

from calls import METHOD, Call
from checks import Wrong, expect

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
(DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY,
 WINDOW_UPDATE, CONTINUATION) = range(10)
ACK = END_STREAM = 0x1
END_HEADERS, PADDED, PRIORITIZED = 0x4, 0x8, 0x20
INITIAL_WINDOW_SIZE = 4
ENHANCE_YOUR_CALM = 11

RUN = (
    (":method", "POST"), (":scheme", "http"), (":path", METHOD),
    (":authority", "loom"), ("te", "trailers"),
    ("content-type", "application/grpc"),
)


def frame(kind, flags=0, stream=0, payload=b"", length=None):
  length = len(payload) if length is None else length
  return struct.pack(">I", length)[1:] + struct.pack(
      ">BBI", kind, flags, stream) + payload


def block(headers):
  """Headers without the table that a connection shares, so in any order."""
  return b"".join(
      b"\x00" + integer(len(name)) + name.encode() + integer(len(value)) +
      value.encode("latin-1") for name, value in headers)


def integer(value, prefix=7):
  """A number in HPACK's notation."""
  most = (1 << prefix) - 1
  if value < most:
    return bytes([value])
  rest, value = [most], value - most
  while value >= 128:
    rest.append(value % 128 + 128)
    value //= 128
  return bytes(rest + [value])


def message(body, flag=0, length=None):
  """A body as gRPC prefixes it."""
  return struct.pack(">BI", flag, len(body) if length is None else length) + body


def connect(address, timeout=20):
  host, port = address.rsplit(":", 1)
  return socket.create_connection((host, int(port)), timeout)


class Closed(Exception):
  """The other side has ended the connection."""


class Peer:
  """One connection. `settings` are those of the peer, as {id: value}."""

  def __init__(self, address, settings=None, preface=True, acknowledge=True):
    self.socket = connect(address)
    self.unread = b""
    self.early = []  # what came while a message was sent
    self.decoder = hpack.Decoder()
    self.acknowledge = acknowledge
    self.window = 65535
    self.windows = {}
    self.first_window = 65535
    self.largest = 16384
    if preface:
      self.send(PREFACE + frame(SETTINGS, 0, 0, b"".join(
          struct.pack(">HI", *item) for item in (settings or {}).items())))

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.close()

  def close(self, abruptly=False):
    if abruptly:
      with contextlib.suppress(OSError):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                               struct.pack("ii", 1, 0))
    self.socket.close()

  def send(self, data):
    try:
      self.socket.sendall(data)
    except (BrokenPipeError, ConnectionResetError):
      raise Closed() from None

  def frame(self, *args, **options):
    self.send(frame(*args, **options))

  def begin(self, stream=1, headers=RUN, flags=END_HEADERS):
    self.frame(HEADERS, flags, stream, block(headers))

  def wait_for(self, size):
    """Until so many bytes are there that nobody has read."""
    while len(self.unread) < size:
      try:
        got = self.socket.recv(1 << 16)
      except ConnectionResetError:
        got = b""
      if not got:
        raise Closed()
      self.unread += got

  def read(self, seconds=20):
    """The next frame: (kind, flags, stream, payload); None if there is none in
    this time. What HTTP/2 asks of a peer is done on the way."""
    self.socket.settimeout(max(seconds, 0.001))
    try:
      self.wait_for(9)
      size = 9 + int.from_bytes(self.unread[:3], "big")
      self.wait_for(size)
    except (TimeoutError, BlockingIOError):
      return None
    finally:
      self.socket.settimeout(20)
    kind, flags, stream = struct.unpack(">BBI", self.unread[3:9])
    payload, self.unread = self.unread[9:size], self.unread[size:]
    self.oblige(kind, flags, stream, payload)
    return kind, flags, stream, payload

  def oblige(self, kind, flags, stream, payload):
    if kind == SETTINGS and not flags & ACK:
      for offset in range(0, len(payload), 6):
        key, value = struct.unpack_from(">HI", payload, offset)
        if key == INITIAL_WINDOW_SIZE:
          self.first_window = value
        elif key == 5:
          self.largest = value
      if self.acknowledge:
        self.frame(SETTINGS, ACK)
    elif kind == PING and not flags & ACK and self.acknowledge:
      self.frame(PING, ACK, 0, payload)
    elif kind == WINDOW_UPDATE:
      grant = int.from_bytes(payload, "big")
      if stream:
        self.windows[stream] = self.windows.get(stream, 0) + grant
      else:
        self.window += grant

  def room(self, stream):
    """How much of a message may be sent now."""
    return min(self.window, self.largest,
               self.first_window + self.windows.get(stream, 0))

  def data(self, stream, body, flags=0):
    """A piece that there is room for."""
    self.window -= len(body)
    self.windows[stream] = self.windows.get(stream, 0) - len(body)
    self.frame(DATA, flags, stream, body)

  def upload(self, stream, body, seconds=20):
    """Sends as the windows allow; returns how much was sent until the end, or
    until nothing more may be sent for some seconds."""
    sent, view = 0, memoryview(body)
    last = time.monotonic()
    while sent < len(body):
      room = self.room(stream)
      got = self.read(0.001 if room > 0 else 0.2)
      if got:
        self.early.append(got)
      if got and got[0] in (RST_STREAM, GOAWAY) and got[2] in (0, stream):
        break
      if room > 0:
        piece = view[sent:sent + room]
        sent += len(piece)
        self.data(stream, bytes(piece),
                  END_STREAM if sent == len(body) else 0)
        last = time.monotonic()
      elif time.monotonic() > last + seconds:
        break
    return sent

  def answer(self, stream=1, seconds=20):
    """What comes of a stream: (headers and trailers, body, RST code or None)."""
    headers, body = {}, b""
    end = time.monotonic() + seconds
    while True:
      got = (self.early.pop(0) if self.early
             else self.read(end - time.monotonic()))
      if got is None:
        raise Wrong(f"no answer within {seconds} s")
      kind, flags, of, payload = got
      if kind == HEADERS:
        fields = dict(self.decoder.decode(payload))
        if of == stream:
          headers.update(fields)
      if of != stream:
        continue
      if kind == DATA:
        body += payload
      if kind == RST_STREAM:
        return headers, body, int.from_bytes(payload, "big")
      if kind in (DATA, HEADERS) and flags & END_STREAM:
        return headers, body, None

  def closed_within(self, seconds):
    """How long it took the other side to end the connection; Wrong if more."""
    start = time.monotonic()
    try:
      while time.monotonic() < start + seconds:
        self.read(start + seconds - time.monotonic())
    except (Closed, OSError):
      return time.monotonic() - start
    raise Wrong(f"the connection is still open after {seconds} s")


def fresh_call(address):
  """A right answer over a new connection, by hand: one try, no second one."""
  call = Call()
  with Peer(address) as peer:
    peer.begin()
    peer.frame(DATA, END_STREAM, 1, message(call.bytes))
    headers, body, reset = peer.answer()
    expect(reset is None and headers.get("grpc-status") == "0",
           "a fresh connection got", headers, "reset", reset)
    call.check(body[5:])
