# SPDX-License-Identifier: Apache-2.0
"""The table of heavy requests.

  @row("a replacement that replaces nothing in 4 MB", small=(60 * KB, 20),
       large=(3 * MB, 2000))
  def replaces_nothing(length, times):
    return messages.request(…)

A row has a reason, and a function that makes the bytes of a request. It is
called with the values of the size, so that one function makes a small request
(at most 64 KB) and a large one (at most 4 MB). A function that returns a list
makes many requests, which are sent one after the other; its sizes are few and
many, and one that takes minutes is long.
"""
import dataclasses
import typing

KB, MB = 1 << 10, 1 << 20


@dataclasses.dataclass
class Row:
  name: str
  reason: str
  make: typing.Callable
  sizes: dict  # the name of a size: what the function is called with
  # Whether it fails for another reason than a limit, as intended; None: it may.
  fails: bool | None

  def requests(self, size):
    """The requests of a size, in their order."""
    made = self.make(*self.sizes[size])
    made = made if isinstance(made, list) else [made]
    most = 64 * KB if size == "small" else 4 * MB
    assert max(map(len, made)) <= most, f"{self.name} {size} is too large"
    return made


TABLE = []


def row(reason, name=None, fails=False, **sizes):
  def register(function):
    TABLE.append(Row(name or function.__name__, reason, function,
                     {size: values if isinstance(values, tuple) else (values,)
                      for size, values in sizes.items()}, fails))
    return function

  return register
