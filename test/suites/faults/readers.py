# SPDX-License-Identifier: Apache-2.0
"""Peers that are slow, or go away in the middle of a call."""
import os
import random
import time

from google.protobuf.message import DecodeError

import calls
import heavy
from checks import check, eventually, expect, quantile
from frames import Bystander
from http2 import (DATA, END_STREAM, INITIAL_WINDOW_SIZE, RST_STREAM,
                   WINDOW_UPDATE, Closed, Peer, message)
from server import MB


def large_answer():
  """A call whose answer has 3 MB: what it got of a desired state."""
  made = calls.Call()
  request = calls.PB.RunFunctionRequest.FromString(made.bytes)
  request.desired.resources["other"].resource.update({"padding": "x" * 3 * MB})
  made.bytes = request.SerializeToString()
  return made


def begin(peer, call, stream=1):
  peer.begin(stream)
  peer.upload(stream, message(call.bytes))


@check("a peer that reads byte by byte gets its answer, others get theirs")
def slow_reader(loom):
  call = calls.Call()
  with (Bystander(loom),
        Peer(loom.address, settings={INITIAL_WINDOW_SIZE: 1}) as peer):
    begin(peer, call)
    body, over = b"", False
    while not over:
      kind, flags, stream, payload = peer.read()
      if kind == DATA:
        expect(len(payload) <= 1, "a frame of", len(payload), "bytes")
        body += payload
        peer.frame(WINDOW_UPDATE, 0, 1, b"\0\0\0\1")
      over = stream == 1 and flags & END_STREAM
    call.check(body[5:])


@check("30 large answers that nobody reads hold up nobody")
def no_readers(loom):
  with Peer(loom.address, settings={INITIAL_WINDOW_SIZE: 0}) as peer:
    call = large_answer()
    for number in range(30):
      begin(peer, call, 2 * number + 1)
    eventually(lambda: loom.answered() >= 30, 30, "30 calls answered")
    with Bystander(loom) as bystander:
      time.sleep(1)
    expect(len(bystander.times) > 10, "others:", len(bystander.times))
  expect(loom.peak() < 300 * MB, f"{loom.peak() >> 20} MB")


@check("a peer with 128 answers that it does not read loses its connection, "
       "and others are answered at once meanwhile", beside=True)
def unread_answers(loom):
  with (Bystander(loom) as bystander,
        Peer(loom.address, settings={INITIAL_WINDOW_SIZE: 0}) as peer):
    start = time.monotonic()
    for number in range(128):
      begin(peer, calls.Call(), 2 * number + 1)
    peer.closed_within(25)
    took = time.monotonic() - start
    slowest = quantile(bystander.times, 0.99)
    expect(len(bystander.times) > 200, "others:", len(bystander.times))
  expect(8 < took < 15, f"closed after {took:.1f} s")
  # Usually milliseconds, but other checks run beside this one.
  expect(slowest < 1, f"p99 of others {slowest:.3f} s")
  ended = loom.metrics()['loom_connections_ended_total{reason="unread_answer"}']
  expect(ended == 1, ended, "connections ended")


@check("a peer that writes byte by byte gets its answer, others get theirs")
def slow_writer(loom):
  call = calls.Call()
  with Bystander(loom) as bystander, Peer(loom.address) as peer:
    peer.begin()
    data = message(call.bytes)
    for offset in range(len(data)):
      last = offset == len(data) - 1
      peer.data(1, data[offset:offset + 1], END_STREAM if last else 0)
      time.sleep(0.005)
    call.check(peer.answer()[1][5:])
  expect(len(bystander.times) > 20, "others:", len(bystander.times))


@check("peers that are gone in the middle of sending")
def gone_while_sending(loom):
  call = calls.Call(size=MB)
  for number in range(50):
    with Peer(loom.address) as peer:
      peer.begin()
      peer.upload(1, message(call.bytes)[:20_000 * (number + 1)], 1)
      peer.close(abruptly=number % 2 == 0)


@check("peers that are gone while their call is worked on")
def gone_while_computing(loom):
  for number in range(6):
    call = heavy.call(1)
    with Peer(loom.address) as peer:
      begin(peer, call)
      time.sleep(0.1)
      if number % 3 == 0:
        peer.frame(RST_STREAM, 0, 1, bytes(4))
      peer.close(abruptly=number % 3 == 1)
  eventually(lambda: loom.answered() >= 7, 60, "the calls are over")


@check("peers that are gone before they have read an answer")
def gone_while_reading(loom):
  call = large_answer()
  for number in range(20):
    with Peer(loom.address) as peer:
      begin(peer, call)
      while peer.read()[0] != DATA:
        pass
      peer.close(abruptly=number % 2 == 0)


def garbage(number, random_source):
  """A request, and what has become of it."""
  good = calls.Call().bytes
  kind = number % 5
  if kind == 0:
    return random_source.randbytes(random_source.randrange(400))
  if kind == 1:
    return good[:random_source.randrange(len(good))]
  at, until = sorted(random_source.sample(range(len(good)), 2))
  if kind == 2:
    return good[:at] + good[until:]
  if kind == 3:
    return good[:until] + good[at:]
  flipped = bytearray(good)
  for _ in range(random_source.randrange(1, 8)):
    flipped[random_source.randrange(len(good))] ^= 1 << (
        random_source.randrange(8))
  return bytes(flipped)


def parses(kind, data):
  """Without the lines that the library writes about what does not."""
  errors = os.dup(2)
  nowhere = os.open(os.devnull, os.O_WRONLY)
  os.dup2(nowhere, 2)
  try:
    kind.FromString(data)
    return True
  except DecodeError:
    return False
  finally:
    os.dup2(errors, 2)
    os.close(errors)
    os.close(nowhere)


@check("10,000 messages of garbage are answers or INVALID_ARGUMENT")
def garbage_messages(loom):
  source = random.Random(7)
  codes = {}
  with calls.Client(loom.address) as client:
    for start in range(0, 10_000, 100):
      sent = [garbage(start + number, source) for number in range(100)]
      futures = [client.run.future(each, timeout=60) for each in sent]
      for each, future in zip(sent, futures):
        code = calls.code_of(future)
        codes[code.name] = codes.get(code.name, 0) + 1
        # What is no UTF-8 and stays as it is goes back as it came.
        if code.name == "OK" and parses(calls.PB.RunFunctionRequest, each):
          expect(parses(calls.PB.RunFunctionResponse, future.result()),
                 "no response, to", each)
      client.right()
  expect(set(codes) == {"OK", "INVALID_ARGUMENT"}, codes)
  expect(min(codes.values()) > 300, "too much of a kind:", codes)
