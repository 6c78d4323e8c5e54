# SPDX-License-Identifier: Apache-2.0
"""Two servers that answer the same requests, and what they answer.

  pair = servers.Pair("plain", [old, new])          # with FLAGS["plain"]
  asked = pair.ask(request, api="v1beta1")          # is on its way to both
  old, new = asked.answers()                        # Answer(code, details, data)
  pair.close()
"""
import dataclasses
import pathlib
import sys
import typing

import grpc

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "faults"))
# pylint: disable=wrong-import-position
from server import Loom  # noqa: E402

METHOD = "/apiextensions.fn.proto.{}.FunctionRunnerService/RunFunction"
LIMIT = 64 << 20
PATIENCE = 60
OPTIONS = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.max_receive_message_length", LIMIT),
    ("grpc.max_send_message_length", LIMIT),
    ("grpc.enable_retries", 0),
)
# What both servers are reported: connections that do not end meanwhile.
COMMON = ("--max-connection-age=24h",)
# The pairs, and the flags with which other parts of the function can be reached.
FLAGS = {
    "plain": (),
    "gate": ("--feature-gates=CELHealthcheckCustomizations=true",),
    "allow": ("--reference-secrets=Allow", "--reference-cross-namespace=Allow"),
}


class Answer(typing.NamedTuple):
  """What a call ended with; `details` are those of a status that is not OK."""
  code: str
  details: str
  data: bytes


def answer_of(future):
  error = future.exception()
  if error is None:
    return Answer("OK", "", future.result())
  return Answer(error.code().name, error.details(), b"")


@dataclasses.dataclass
class Asked:
  """A request that is on its way to both servers."""
  futures: list

  def answers(self):
    return [answer_of(future) for future in self.futures]


class Client:
  """One connection. The bytes of requests and responses are handed on as they are."""

  def __init__(self, address):
    self.channel = grpc.insecure_channel(address, OPTIONS)
    self.calls = {api: self.channel.unary_unary(METHOD.format(api))
                  for api in ("v1", "v1beta1")}

  def ask(self, data, api):
    return self.calls[api].future(data, timeout=PATIENCE, wait_for_ready=False)


class Pair:
  """A server of each binary, with the same flags."""

  def __init__(self, name, binaries):
    self.name = name
    self.binaries = binaries
    self.looms = [self.started(binary) for binary in binaries]
    self.clients = [Client(loom.address) for loom in self.looms]

  def started(self, binary):
    return Loom(*COMMON, *FLAGS[self.name], binary=binary)

  def ask(self, data, api="v1"):
    return Asked([client.ask(data, api) for client in self.clients])

  def revive(self):
    """Starts again what has ended; the exit codes of those, by their position."""
    ended = {}
    for i, loom in enumerate(self.looms):
      if loom.process.poll() is not None:
        ended[i] = loom.process.returncode
        self.looms[i] = self.started(self.binaries[i])
        self.clients[i].channel.close()
        self.clients[i] = Client(self.looms[i].address)
    return ended

  def close(self):
    for client, loom in zip(self.clients, self.looms):
      client.channel.close()
      loom.kill()
