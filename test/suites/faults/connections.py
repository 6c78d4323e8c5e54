# SPDX-License-Identifier: Apache-2.0
"""Who takes connections, and keeps them: descriptors, handshakes, age."""
import contextlib
import re
import time

import calls
import identities
from checks import Wrong, check, eventually, expect
from http2 import DATA, PREFACE, Closed, Peer, connect, fresh_call, message
from server import Loom, State, refused

FEW_DESCRIPTORS = ("prlimit", "--nofile=64:64")


def served_within_two_tries(loom):
  for last in (False, True):
    try:
      return fresh_call(loom.address)
    except (Closed, OSError, Wrong):
      if last:
        raise Wrong("two new connections were not served") from None
  return None


@check("descriptors run out, and whoever was there before goes on",
       server=False)
def accept_exhaustion(_):
  with (Loom(before=FEW_DESCRIPTORS) as loom,
        calls.Client(loom.address) as client):
    client.right()
    state = State(loom)
    held = [connect(loom.address) for _ in range(200)]
    for _ in range(20):
      client.right()
      time.sleep(0.1)
    for connection in held:
      connection.close()
    time.sleep(1)
    served_within_two_tries(loom)
    client.right()
    state.settled()
    loom.stop()


@check("peers that connect and go without a word use up nothing", server=False)
def accept_and_go(_):
  with (Loom(before=FEW_DESCRIPTORS) as loom,
        calls.Client(loom.address) as client):
    client.right()
    state = State(loom)
    for _ in range(2000):
      connect(loom.address).close()
    client.right()
    time.sleep(1)
    served_within_two_tries(loom)
    state.settled()
    loom.stop()


@check("a flood of connections stays below the cap", "--max-connections=50")
def connections_are_capped(loom):
  with contextlib.ExitStack() as stack:
    held = [stack.enter_context(connect(loom.address)) for _ in range(200)]
    eventually(lambda: loom.metrics()["loom_connections_refused_total"] >= 150,
               10, f"150 of {len(held)} connections refused")
    expect(loom.descriptors() < 100, loom.descriptors(), "descriptors")


def drip(connection, data, seconds):
  """Sends a byte each 0.4 s; how long it took the other side to object."""
  start = time.monotonic()
  for byte in data:
    if time.monotonic() > start + seconds:
      break
    try:
      connection.sendall(bytes([byte]))
      connection.settimeout(0.4)
      if not connection.recv(1 << 16):
        return time.monotonic() - start
    except TimeoutError:
      continue
    except OSError:
      return time.monotonic() - start
  raise Wrong(f"still open after {time.monotonic() - start:.1f} s")


def closed_in_time(seconds):
  expect(1.5 <= seconds <= 12, "closed after", round(seconds, 1), "s, not 2")


@check("a peer that says nothing holds a connection for the timeout only",
       "--handshake-timeout=2s")
def silent_peer(loom):
  with Peer(loom.address, preface=False, acknowledge=False) as peer:
    closed_in_time(peer.closed_within(12))


@check("nor does one that begins slowly", "--handshake-timeout=2s")
def slow_preface(loom):
  with connect(loom.address) as connection:
    closed_in_time(drip(connection, PREFACE + bytes(30), 12))


@check("a TLS handshake that never begins, or is slow, ends in time",
       server=False)
def slow_handshake(folder):
  certificates = identities.make(folder)
  with Loom("--handshake-timeout=2s", f"--tls-certs-dir={folder}/server",
            insecure=False) as loom:
    certificates.right_answer(loom)
    with Peer(loom.address, preface=False, acknowledge=False) as peer:
      closed_in_time(peer.closed_within(12))
    hello = b"\x16\x03\x01\x01\x00\x01\x00\x00\xfc\x03\x03" + bytes(250)
    with connect(loom.address) as connection:
      closed_in_time(drip(connection, hello, 12))
    certificates.right_answer(loom)
    loom.stop()


@check("what the flags say is what there is without them", server=False)
def timeouts_are_set_by_default(_):
  code, text = refused("--help")
  expect(code == 0, "exit code", code)
  text = re.sub(r"\s+", " ", text)
  for flag, default in (("handshake-timeout", "10s"),
                        ("max-connection-age", "10m"),
                        ("max-connection-age-grace", "2m30s"),
                        ("max-connection-idle", "30m"),
                        ("max-connections", "1024"),
                        ("max-concurrent-streams", "128")):
    found = re.search(rf"--{flag} .*?\(default (.*?)\)", text)
    expect(found and found.group(1) == default,
           f"--{flag}: no default {default} in --help")


@check("a connection without calls ends", "--max-connection-idle=1s")
def idle_connection(loom):
  with Peer(loom.address) as peer:
    peer.closed_within(20)


@check("a connection that has a call ends after its age and the grace",
       "--max-connection-age=2s", "--max-connection-age-grace=1s")
def old_connection(loom):
  with Peer(loom.address) as peer:
    peer.begin()
    peer.frame(DATA, 0, 1, message(b"", length=1000))
    took = peer.closed_within(20)
    expect(took >= 2, "closed after", took, "s")


@check("a peer that vanished without a word is noticed within 60 + 20 s",
       beside=True)
def half_open_connection(loom):
  with connect(loom.address) as connection:
    connection.sendall(PREFACE + b"\x00\x00\x00\x04\x00\x00\x00\x00\x00")
    eventually(lambda: loom.metrics()["loom_connections"] >= 1, 10,
               "no connection")
    # It takes what comes, as the kernel of a peer would, and says nothing.
    start = time.monotonic()
    connection.settimeout(120)
    with contextlib.suppress(ConnectionResetError):
      while connection.recv(1 << 16):
        expect(time.monotonic() < start + 110, "still open after 110 s")
    expect(time.monotonic() > start + 50, "closed too early")
