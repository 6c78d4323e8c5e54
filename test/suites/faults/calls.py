# SPDX-License-Identifier: Apache-2.0
"""Requests whose right answer is known, and a client that Crossplane is like."""
import contextlib
import itertools
import pathlib
import subprocess
import sys
import tempfile

import grpc

from checks import Wrong, eventually, expect

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROTO = "apiextensions/fn/proto/v1/run_function.proto"
METHOD = "/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction"
HEALTH = "/grpc.health.v1.Health/Check"
SERVING, NOT_SERVING = b"\x08\x01", b"\x08\x02"
SERVICE_UNKNOWN = b"\x08\x03"


def contract():
  """The generated messages of the contract."""
  folder = tempfile.mkdtemp()
  subprocess.run(["protoc", f"-I{ROOT / 'proto'}", f"--python_out={folder}",
                  PROTO], check=True)
  sys.path.insert(0, folder)
  from apiextensions.fn.proto.v1 import run_function_pb2  # pylint: disable=all
  subprocess.run(["rm", "-r", folder], check=True)
  return run_function_pb2


PB = contract()
NUMBERS = itertools.count()


def patch(source, target, **more):
  return {"type": "FromCompositeFieldPath", "fromFieldPath": source,
          "toFieldPath": target, **more}


def template(name, patches):
  return {
      "name": name,
      "base": {"apiVersion": "example.org/v1", "kind": "Bucket", "spec": {}},
      "patches": patches,
  }


def bucket(name):
  return template(name, [patch("spec.region", "spec.region")])


def request(spec, resources, tag="", api="pt.fn.crossplane.io/v1beta1"):
  message = PB.RunFunctionRequest()
  message.meta.tag = tag
  message.observed.composite.resource.update({
      "apiVersion": "example.org/v1", "kind": "XApp",
      "metadata": {"name": "app"}, "spec": spec})
  message.input.update({"apiVersion": api, "kind": "Resources",
                        "resources": resources})
  return message


class Call:
  """A request for one bucket in a region of its own, padded to `size` bytes."""

  def __init__(self, size=0, resources=None):
    self.region = f"region-{next(NUMBERS)}"
    message = request({"region": self.region}, resources or [bucket("bucket")],
                      tag=self.region)
    if size:
      self.pad(message, size)
    self.bytes = message.SerializeToString()
    expect(not size or len(self.bytes) == size, "no request of", size, "bytes")

  @staticmethod
  def pad(message, size):
    """As other resources of a composite do; lengths take more bytes as they
    grow, so the last ones are found by trying."""
    padding = message.observed.resources["other"].resource
    missing = size
    length = 0
    while missing:
      length += missing
      padding.update({"padding": "x" * length})
      missing = size - message.ByteSize()

  def check(self, response):
    """Wrong unless it is the answer to this very request."""
    answer = PB.RunFunctionResponse.FromString(response)
    expect(answer.meta.tag == self.region, "tag", answer.meta.tag)
    expect(not fatal(answer), "FATAL:", fatal(answer))
    got = answer.desired.resources["bucket"].resource
    expect("spec" in got and got["spec"]["region"] == self.region,
           "wrong answer:", str(answer)[:500])


def fatal(answer):
  """The messages of the FATAL results."""
  return [result.message for result in answer.results if result.severity == 1]


# Reconnects at once: how long a client waits is not what is tested.
OPTIONS = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1000),
    ("grpc.max_reconnect_backoff_ms", 200),
    ("grpc.max_receive_message_length", 4 << 20),
    ("grpc.max_send_message_length", -1),
    ("grpc.enable_retries", 0),
)


class Client:
  """One connection, and raw calls over it."""

  def __init__(self, address, credentials=None, options=()):
    options = OPTIONS + tuple(options)
    self.channel = (
        grpc.secure_channel(address, credentials, options) if credentials
        else grpc.insecure_channel(address, options))
    self.run = self.channel.unary_unary(METHOD)
    self.health = self.channel.unary_unary(HEALTH)

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.channel.close()

  def right(self, call=None, timeout=20):
    """Makes a call and looks at its answer."""
    call = call or Call()
    try:
      response = self.run(call.bytes, timeout=timeout)
    except grpc.RpcError as error:
      raise Wrong("a call failed:", error.code(), error.details()) from None
    call.check(response)


def right_answer(loom, **options):
  with Client(loom.address, **options) as client:
    client.right()


def code_of(future):
  """Of a call that was begun, once it is over."""
  with contextlib.suppress(grpc.FutureCancelledError):
    error = future.exception()
    return error.code() if error else grpc.StatusCode.OK
  return grpc.StatusCode.CANCELLED


def answers_eventually(loom, seconds=10):
  """A server that has had something to do serves again."""
  def served():
    try:
      right_answer(loom)
      return True
    except Wrong:
      return False
  eventually(served, seconds, "a right answer")
