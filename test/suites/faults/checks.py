# SPDX-License-Identifier: Apache-2.0
"""The table of checks, and what a check says when it does not hold.

  @check("a peer says nothing and gets no slot for long", "--handshake-timeout=2s")
  def silent_peer(loom):
    …

A check gets a server of its own, started with these flags, and afterwards the
server has to be as it was: right answers, memory, descriptors, threads. With
`server=False` it starts what it needs, and gets a folder to work in.
"""
import dataclasses
import time
import typing


class Wrong(Exception):
  """What a check expected, and what there was instead."""

  def __str__(self):
    return " ".join(str(part) for part in self.args)


@dataclasses.dataclass
class Check:
  name: str
  reason: str
  run: typing.Callable
  flags: tuple
  server: bool  # gets one, instead of a folder
  beside: bool  # waits for long, so it runs beside the others
  ends: bool  # the server that it got has ended
  root: bool  # cannot be shown by another user


TABLE = []


def check(reason, *flags, server=True, beside=False, ends=False, root=False):
  def register(function):
    TABLE.append(Check(function.__name__, reason, function, flags, server,
                       beside, ends, root))
    return function

  return register


def expect(condition, *what):
  if not condition:
    raise Wrong(*what)


def eventually(true, seconds, what):
  """Waits until `true()`, and returns what it is; `what` may be a function."""
  end = time.monotonic() + seconds
  while True:
    answer = true()
    if answer:
      return answer
    if time.monotonic() > end:
      raise Wrong(f"not within {seconds} s:", what() if callable(what) else what)
    time.sleep(0.02)


def quantile(values, part):
  ordered = sorted(values)
  return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
