# SPDX-License-Identifier: Apache-2.0
"""A function that answers what the real one answered.

The Go module proxy does not hand out every function. What such a one was asked
in the chains, and what it answered, is in peers/NAME.yaml: calls of RunFunction
as JSON of protobuf, each {request, response}. A request has to equal a recorded
one as a message; another one fails the call, so that a step before it that says
something else is found out.
"""
import concurrent.futures
import contextlib
import importlib
import subprocess
import sys

import grpc
from google.protobuf import json_format
import yaml

import rendering

PEERS = rendering.ROOT / "test/suites/crossplane/peers"
SERVICE = "apiextensions.fn.proto.v1.FunctionRunnerService"


def messages(work):
  """The generated module of the contract, made in the folder `work`."""
  proto = rendering.ROOT / "proto"
  name = "apiextensions/fn/proto/v1/run_function"
  subprocess.run(["protoc", f"-I{proto}", f"--python_out={work}",
                  proto / f"{name}.proto"], check=True)
  sys.path.append(str(work))
  return importlib.import_module(name.replace("/", ".") + "_pb2")


class Calls:
  """The recorded calls of one function. With the address of a real one, what
  is not recorded is asked there."""

  def __init__(self, name, contract, real=None):
    self.name = name
    self.path = PEERS / f"{name}.yaml"
    self.contract = contract
    self.calls = []
    self.real = real and grpc.insecure_channel(real).unary_unary(
        f"/{SERVICE}/RunFunction",
        contract.RunFunctionRequest.SerializeToString,
        contract.RunFunctionResponse.FromString)
    if self.path.is_file() and not real:
      recorded = yaml.load(self.path.read_text(), yaml.CSafeLoader)
      self.calls = [(self.parse(call["request"], "Request"),
                     self.parse(call["response"], "Response"))
                    for call in recorded]

  def parse(self, json, kind):
    message = getattr(self.contract, f"RunFunction{kind}")()
    return json_format.ParseDict(json, message)

  def answer(self, request, context):
    for known, response in self.calls:
      if known == request:
        return response
    if self.real is None:
      context.abort(grpc.StatusCode.FAILED_PRECONDITION,
                    f"{self.path.name} knows no such request: "
                    + json_format.MessageToJson(request))
    response = self.real(request)
    self.calls.append((request, response))
    return response

  def save(self):
    """Writes what was asked of the real function."""
    self.path.write_text(yaml.dump(
        [{kind: json_format.MessageToDict(message) for kind, message in
          zip(("request", "response"), call)} for call in self.calls],
        Dumper=yaml.CSafeDumper, width=100))

  @contextlib.contextmanager
  def serving(self, work):
    """Serves them at a socket in `work`, and yields its address."""
    address = f"unix:{work / self.path.stem}.sock"
    handler = grpc.unary_unary_rpc_method_handler(
        self.answer, self.contract.RunFunctionRequest.FromString,
        self.contract.RunFunctionResponse.SerializeToString)
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(
        SERVICE, {"RunFunction": handler}),))
    server.add_insecure_port(address)
    server.start()
    try:
      yield address
    finally:
      server.stop(None).wait()
