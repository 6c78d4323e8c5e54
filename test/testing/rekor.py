# SPDX-License-Identifier: Apache-2.0
"""A stand-in on loopback for Rekor, the transparency log of Sigstore.

  with rekor.serving(folder) as url:
    run("cosign", "sign", "--key", key, "--rekor-url", url, image)
  # in the environment of the verifier: SIGSTORE_REKOR_PUBLIC_KEY=folder/rekor.pub

Like Rekor, it answers an upload with a SignedEntryTimestamp, which cosign stores beside the
signature. cosign and Crossplane verify this timestamp with the key of the log, without a
connection to it. The stand-in keeps no entries and makes no inclusion proofs, which
neither of them reads, and it does not verify the signatures that it is given. It accepts
what `cosign sign`, `sign-blob` and `attest` upload: the kinds hashedrekord and dsse.
"""
import base64
import contextlib
import hashlib
import http.server
import itertools
import json
import pathlib
import subprocess
import threading
import time

UPLOADS = "/api/v1/log/entries"


def openssl(*arguments, data=None):
  done = subprocess.run(["openssl", *map(str, arguments)], input=data, capture_output=True,
                        check=False)
  if done.returncode != 0:
    raise RuntimeError(f"openssl {arguments[0]}: {done.stderr.decode().strip()}")
  return done.stdout


def new_key(folder, name):
  """Writes a key of ECDSA P-256 to folder/NAME.key and folder/NAME.pub, if there is none.
  Returns the path of the private key."""
  folder = pathlib.Path(folder)
  key, public = folder / f"{name}.key", folder / f"{name}.pub"
  if not key.exists():
    openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key)
  if not public.exists():
    openssl("ec", "-in", key, "-pubout", "-out", public)
  return key


def sign(key, data):
  """The signature of bytes: ECDSA of their SHA-256, in DER."""
  return openssl("dgst", "-sha256", "-sign", key, data=data)


def canonical(value):
  """The canonical JSON (RFC 8785) of a value of objects, ASCII strings and integers."""
  return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def sha256(text):
  return {"algorithm": "sha256", "value": hashlib.sha256(text).hexdigest()}


def entry_of(proposed):
  """The entry that the log makes of a proposed one."""
  kind, spec = proposed["kind"], proposed["spec"]
  if kind == "hashedrekord":
    return proposed
  if kind == "dsse":
    content = spec["proposedContent"]
    envelope, (verifier,) = json.loads(content["envelope"]), content["verifiers"]
    return {**proposed, "spec": {
        "envelopeHash": sha256(content["envelope"].encode()),
        "payloadHash": sha256(base64.b64decode(envelope["payload"])),
        "signatures": [{"signature": each["sig"], "verifier": verifier}
                       for each in envelope["signatures"]]}}
  raise ValueError(f"the stand-in has no entries of kind {kind}")


class Log:
  """The key of a log, and the number of its next entry."""

  def __init__(self, folder):
    self.key = new_key(folder, "rekor")
    public = openssl("ec", "-in", self.key, "-pubout", "-outform", "DER")
    self.identity = hashlib.sha256(public).hexdigest()
    self.indexes = itertools.count()

  def add(self, proposed):
    """The name of a new entry, and what the log answers."""
    body = canonical(entry_of(proposed))
    entry = {"body": base64.b64encode(body).decode(), "integratedTime": int(time.time()),
             "logID": self.identity, "logIndex": next(self.indexes)}
    timestamp = base64.b64encode(sign(self.key, canonical(entry))).decode()
    name = hashlib.sha256(b"\0" + body).hexdigest()
    return name, {name: {**entry, "verification": {"signedEntryTimestamp": timestamp}}}


class Handler(http.server.BaseHTTPRequestHandler):
  """Answers uploads."""
  log = None

  def do_POST(self):  # pylint: disable=invalid-name
    """Adds an entry."""
    data = self.rfile.read(int(self.headers["Content-Length"]))
    if self.path != UPLOADS:
      return self.answer(404, {"code": 404, "message": f"no {self.path}"})
    try:
      name, entry = self.log.add(json.loads(data))
    except (KeyError, TypeError, ValueError) as error:
      return self.answer(400, {"code": 400, "message": repr(error)})
    return self.answer(201, entry, Location=f"{UPLOADS}/{name}", ETag=name)

  def answer(self, status, body, **headers):
    """Sends JSON."""
    data = json.dumps(body).encode()
    self.send_response(status)
    for name, value in {**headers, "Content-Type": "application/json",
                        "Content-Length": len(data)}.items():
      self.send_header(name, str(value))
    self.end_headers()
    self.wfile.write(data)

  def log_message(self, *_):  # pylint: disable=arguments-differ
    """Prints nothing."""


@contextlib.contextmanager
def serving(folder, port=0):
  """The URL of a log with the key folder/rekor.key, which is made if it is not there; its
  public key is folder/rekor.pub. Without a port, the system chooses one."""
  handler = type("Handler", (Handler,), {"log": Log(folder)})
  with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
      yield f"http://127.0.0.1:{server.server_port}"
    finally:
      server.shutdown()
      thread.join()
