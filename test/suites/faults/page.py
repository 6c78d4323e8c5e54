# SPDX-License-Identifier: Apache-2.0
"""The plain port of metrics and health, which anybody may ask."""
import contextlib
import time

import calls
from checks import check, expect
from frames import Bystander
from http2 import connect
from server import MB


def livez(loom):
  status, _ = loom.get("/livez")
  expect(status == 200, "/livez:", status)


@check("200 slow requests over HTTP keep nobody from asking, nor from calling")
def page_slowloris(loom):
  with contextlib.ExitStack() as stack:
    with Bystander(loom):
      slow = [stack.enter_context(connect(loom.page)) for _ in range(200)]
      for _ in range(3):
        for connection in slow:
          with contextlib.suppress(OSError):
            connection.sendall(b"G")
        livez(loom)
        time.sleep(0.3)
      expect(loom.descriptors() < 100, loom.descriptors(), "descriptors")


@check("a flood of requests over HTTP is answered or dropped, and over")
def page_flood(loom):
  answered = 0
  with Bystander(loom):
    for _ in range(1000):
      with (contextlib.suppress(OSError),
            connect(loom.page) as connection):
        connection.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
        answered += connection.recv(100).startswith(b"HTTP/1.1 200")
  livez(loom)
  expect(answered > 900, answered, "of 1,000 answered")


@check("what is no request over HTTP, or too long for one")
def page_garbage(loom):
  for sent, status in ((b"x" * 100_000, b"431"), (b"\r\n\r\n", b"400"),
                       (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 9000, b"431"),
                       (b"POST /livez HTTP/1.1\r\n\r\n" + b"x" * MB, b"405"),
                       (b"GET /../etc/passwd HTTP/1.1\r\n\r\n", b"404"),
                       (b"\x16\x03\x01" + bytes(300), b"")):
    with connect(loom.page) as connection, contextlib.suppress(
        ConnectionResetError, BrokenPipeError):
      connection.settimeout(10)
      start = time.monotonic()
      connection.sendall(sent)
      answer = connection.recv(100)
      expect(answer.startswith(b"HTTP/1.1 " + status) or not answer,
             sent[:20], answer)
      # Or it was only cut off, as whoever takes 5 s is.
      expect(not status or time.monotonic() < start + 4, sent[:20], "waited")
    livez(loom)


@check("a peer that does not read its page loses its connection")
def page_without_reader(loom):
  with connect(loom.page) as connection:
    connection.sendall(b"GET /metrics HTTP/1.1\r\n")
    connection.settimeout(15)
    start = time.monotonic()
    expect(connection.recv(10) == b"", "an answer to half a request")
    took = time.monotonic() - start
    expect(3 < took < 12, "closed after", took, "s, not 5")


def lines_of(loom):
  return len(loom.get("/metrics")[1].splitlines())


@check("what tenants call their things is nowhere in the metrics")
def metrics_tell_no_names(loom):
  before = lines_of(loom)
  with calls.Client(loom.address) as client:
    for start in range(0, 2000, 100):
      futures = []
      for number in range(start, start + 100):
        message = calls.request({"region": f"secret-{number}"},
                                [calls.bucket(f"bucket-{number}")],
                                tag=f"tag-{number}")
        message.observed.composite.resource.update(
            {"metadata": {"name": f"tenant-{number}"}})
        futures.append(client.run.future(message.SerializeToString()))
      for future in futures:
        future.result(timeout=60)
  status, text = loom.get("/metrics")
  expect(status == 200 and len(text.splitlines()) == before,
         before, "lines before, now", len(text.splitlines()))
  for name in ("secret-", "bucket-", "tag-", "tenant-"):
    expect(name not in text, name, "is in the metrics")


def total(metrics, family, *labels):
  return sum(value for name, value in metrics.items()
             if name.split("{")[0] == family and
             all(label in name for label in labels))


@check("the metrics add up to what was sent and got back")
def metrics_add_up(loom):
  before = loom.metrics()
  sent = received = 0
  with calls.Client(loom.address) as client:
    for number in range(300):
      call = calls.Call(size=1000 + number)
      sent += len(call.bytes)
      response = client.run(call.bytes, timeout=20)
      received += len(response)
    for _ in range(20):
      code = calls.code_of(client.run.future(b"\xff", timeout=20))
      expect(code.name == "INVALID_ARGUMENT", code)
  sent += 20
  after = loom.metrics()

  def grown(family, *labels):
    return total(after, family, *labels) - total(before, family, *labels)

  for family, labels, wanted in (
      ("grpc_server_started_total", (), 320),
      ("grpc_server_handled_total", ('"OK"',), 300),
      ("grpc_server_handled_total", ('"InvalidArgument"',), 20),
      ("grpc_server_handled_total", (), 320),
      ("grpc_server_msg_received_total", (), 320),
      ("grpc_server_msg_sent_total", (), 300),
      ("grpc_server_handling_seconds_count", (), 320),
      ("loom_request_bytes_total", (), sent),
      ("loom_response_bytes_total", (), received)):
    expect(grown(family, *labels) == wanted, family, *labels,
           grown(family, *labels), "not", wanted)
