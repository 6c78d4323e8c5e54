# SPDX-License-Identifier: Apache-2.0
"""The log, in whose texts peers have a say."""
import concurrent.futures
import contextlib
import json
import ssl
import subprocess
import unicodedata

import grpc

import calls
import identities
from checks import check, eventually, expect
from http2 import connect
from page import total
from server import BINARY, ROOT, Loom

EVIL = ("a\nb", '{"level":"info","msg":"forged"}\n', "\x1b[2J\x1b[31mred",
        'quo"te', "back\\slash", "\r\x08\x7f", "\u2028\u2029",
        "\x00", "\u0085\u009b31mred", "%s%n{}", "x" * 100_000)


def injected(address):
  """Two calls for each text, at each place of which the log tells: one that may
  go well, and one that is FATAL, which is a line of the log."""
  with calls.Client(address) as client:
    for text in EVIL:
      for tag, api, name in ((text, "pt.fn.crossplane.io/v1beta1", "bucket"),
                             ("tag", f"pt.fn.crossplane.io/{text}", "bucket"),
                             ("tag", text, "bucket"),
                             ("tag", "pt.fn.crossplane.io/v1beta1", text)):
        for more in ([], [calls.template("fatal", [{"type": "Unknown"}])]):
          message = calls.request({"region": "x"}, [calls.bucket(name), *more],
                                  tag=tag, api=api)
          message.input.update({"kind": text})
          client.run.future(message.SerializeToString(), timeout=20).exception()


@check("whatever a peer writes, each line is JSON, and a call is one",
       server=False)
def log_injection(_):
  with Loom() as loom:
    injected(loom.address)
    eventually(lambda: len(loom.calls()) >= 4 * len(EVIL), 20,
               "a line for each call that is FATAL")
    text = loom.text()
    for line in text.split("\n")[:-1]:
      entry = json.loads(line)
      expect(entry["msg"] != "forged", "a forged line:", line)
      expect(len(line) < 20_000, "a line of", len(line), "bytes")
    expect(len(loom.calls()) == 4 * len(EVIL), len(loom.calls()), "lines")
    clean(text)
    loom.stop()


def clean(text):
  for character in text:
    kind = unicodedata.category(character)
    expect(character == "\n" or kind not in ("Cc", "Zl", "Zp"),
           "a raw", repr(character), "in the log")


@check("nor are there codes for a terminal in the lines for people",
       server=False)
def log_injection_of_debug(_):
  with Loom() as loom:
    address = loom.address
    loom.stop()
  process = DebugLoom(address)
  try:
    injected(address)
  finally:
    text = process.end()
  clean(text)
  expect(text.count("answered a call") >= 8 * len(EVIL), "lines are missing")
  expect("\nforged" not in text and '\n{"level"' not in text, "a forged line")


class DebugLoom(Loom):
  """Its lines are no JSON, so its address has to be known before."""

  def __init__(self, address):
    super().__init__("--debug", address=address)

  def ready(self):
    return "serving" in self.text() and {
        "address": "127.0.0.1:0", "metrics": ""}

  def end(self):
    self.send(2)
    self.exit_code(30)
    return self.text()


def foreign(folder):
  """Of a client with a certificate of another authority."""
  (folder / "other").mkdir()
  client = identities.make(folder / "other").folder / "client"
  context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
  context.check_hostname = False
  context.verify_mode = ssl.CERT_NONE
  context.load_cert_chain(client / "tls.crt", client / "tls.key")
  context.set_alpn_protocols(["h2"])
  return context


@check("1,000 failed handshakes are few lines", server=False)
def failed_handshakes_are_few_lines(folder):
  certificates = identities.make(folder)
  context = foreign(folder)
  with Loom(f"--tls-certs-dir={folder}/server", insecure=False) as loom:
    certificates.right_answer(loom)
    before = len(loom.lines())
    for _ in range(900):
      with connect(loom.address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
    for _ in range(100):
      with connect(loom.address) as connection, contextlib.suppress(OSError):
        with context.wrap_socket(connection) as stranger:
          stranger.recv(1)
    certificates.right_answer(loom)
    expect(total(loom.metrics(), "loom_tls_handshakes_failed_total") >= 100,
           "the strangers are not among those that failed")
    more = len(loom.lines()) - before
    expect(more <= 4, more, "lines")
    loom.stop()


@check("what is refused before it is a call leaves a line and a count",
       server=False)
def refused_calls_are_lines(_):
  message = calls.request({"region": "x"}, [calls.bucket("bucket")])
  message.observed.composite.resource.update({
      "apiVersion": "example.org/v1", "kind": "XApp",
      "metadata": {"name": "app", "namespace": "team-a", "uid": "u-1"}})
  whole = message.SerializeToString()
  message.desired.resources["big"].connection_details["x"] = bytes(20 << 20)
  rows = (("too large", message.SerializeToString(), "RESOURCE_EXHAUSTED"),
          ("cut off", whole[:-1], "INVALID_ARGUMENT"))
  with Loom() as loom, calls.Client(loom.address) as client:
    for reason, sent, code in rows:
      lines = len(loom.calls())
      count = total(loom.metrics(), "grpc_server_handled_total", code_label(code))
      client.run.future(sent, timeout=20).exception()
      eventually(lambda before=lines: len(loom.calls()) > before, 20,
                 f"a line of what is {reason}")
      line = loom.calls()[-1]
      expect(line["code"] == code and (line["kind"], line["namespace"], line["name"],
                                       line["uid"]) ==
             ("XApp", "team-a", "app", "u-1"), reason, line)
      expect(total(loom.metrics(), "grpc_server_handled_total",
                   code_label(code)) == count + 1, reason, "is not counted")
    loom.stop()


def code_label(code):
  return f'grpc_code="{"".join(part.title() for part in code.split("_"))}"'


@check("a cluster in which all goes well logs nothing", server=False)
def good_calls_are_no_lines(_):
  with Loom() as loom:
    before = loom.text()
    with calls.Client(loom.address) as client:
      for _ in range(100):
        client.right()
    expect(loom.text() == before, "more lines:", loom.text()[len(before):500])
    loom.stop()


def not_utf8():
  """A request that has `meta` twice, and a text that is not UTF-8."""
  call = calls.Call()
  text = call.region.encode()
  place = call.bytes.rfind(text)
  return (call.bytes[:place] + b"\xff" * len(text)
          + call.bytes[place + len(text):] + b"\x0a\x00")


@check("what libprotobuf would complain of is refused without it", server=False)
def no_lines_of_libprotobuf_in_calls(_):
  """It wrote a raw line for each such request once. Now no request reaches it."""
  with Loom() as loom:
    with calls.Client(loom.address) as client:
      for _ in range(50):
        code = calls.code_of(client.run.future(not_utf8(), timeout=20))
        expect(code.name == "INVALID_ARGUMENT", "the client got", code)
    eventually(lambda: len(loom.calls()) == 50, 10, "a line a call")
    others = [line for line in loom.lines()
              if "UTF-8" in line["msg"] or "protobuf" in line.get("source", "")]
    expect(not others, others)
    loom.stop()


def wrong_function():
  """A function whose answers are not UTF-8, and its address."""
  server = grpc.server(concurrent.futures.ThreadPoolExecutor(1))
  run = grpc.unary_unary_rpc_method_handler(
      lambda request, context: b"\x0a\x03\x0a\x01\xff")
  service, method = calls.METHOD.strip("/").split("/")
  server.add_generic_rpc_handlers(
      (grpc.method_handlers_generic_handler(service, {method: run}),))
  address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
  server.start()
  return server, address


@check("and `render` says what is wrong in its own words", server=False)
def no_lines_of_libprotobuf(_):
  server, address = wrong_function()
  annotation = "render.crossplane.io/runtime"
  done = subprocess.run(
      [BINARY, "render", "xr.yaml", "composition.yaml", "functions.yaml",
       f"--function-annotations={annotation}=Development",
       f"--function-annotations={annotation}-development-target={address}"],
      cwd=ROOT / "examples/combine", capture_output=True, text=True,
      timeout=60, check=False)
  server.stop(0)
  lines = done.stderr.splitlines()
  expect(done.returncode == 2 and lines, "exit code", done.returncode, lines)
  expect(lines[0].startswith("function-loom: error:"), lines)
  expect("libprotobuf" not in done.stderr, lines)
