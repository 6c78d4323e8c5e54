# SPDX-License-Identifier: Apache-2.0
"""Certificates that are not there, not whole, or go away."""
import os
import shutil
import subprocess
import time

import identities
from checks import Wrong, check, eventually, expect
from server import BINARY, Loom, refused
from surroundings import NOBODY, one_line

AWAY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")


def try_with(folder):
  code, text = refused(f"--tls-certs-dir={folder}", "--address=127.0.0.1:0",
                       "--metrics-address=127.0.0.1:0")
  one_line(code, text)
  expect("BEGIN" not in text, "it shows what is in a file:", text)
  return text


def server_folder(folder, name):
  shutil.copytree(folder / "server", folder / name)
  return folder / name


@check("a folder that cannot be served with, at the start", server=False)
def unusable_certificates(folder):
  identities.make(folder)
  try_with(folder / "missing")
  (folder / "empty").mkdir()
  try_with(folder / "empty")
  for name in ("ca.crt", "tls.crt", "tls.key"):
    broken = server_folder(folder, f"without-{name}")
    (broken / name).unlink()
    expect(name in try_with(broken), name, "is not named")
    (broken / name).write_text("")
    expect(name in try_with(broken), name, "is not named")
    whole = (folder / "server" / name).read_text()
    (broken / name).write_text(whole[:len(whole) // 2])
    expect(name in try_with(broken), name, "is not named")
    (broken / name).unlink()
    os.mkfifo(broken / name)
    expect(name in try_with(broken), name, "is not named")
  half = server_folder(folder, "half")
  shutil.copy(folder / "client" / "tls.key", half)
  try_with(half)


@check("a folder that the user may not read", server=False, root=True)
def unreadable_certificates(folder):
  identities.make(folder)
  folder.chmod(0o755)
  binary = shutil.copy(BINARY, folder / "loom")
  (folder / "server" / "tls.key").chmod(0o600)
  done = subprocess.run(
      [*AWAY, binary, "serve", f"--tls-certs-dir={folder}/server",
       "--address=127.0.0.1:0"], capture_output=True, text=True, timeout=20,
      check=False)
  one_line(done.returncode, done.stdout + done.stderr, "tls.key")


@check("no certificates and no word that there are none", server=False)
def no_certificates(_):
  environment = {key: value for key, value in os.environ.items()
                 if key != "TLS_SERVER_CERTS_DIR"}
  code, text = refused("--address=127.0.0.1:0", env=environment)
  expect(code == 2 and len(text.strip().splitlines()) <= 2, code, text)


def serving(folder):
  return Loom(f"--tls-certs-dir={folder}/server", insecure=False)


@check("a folder that goes away while it serves, and comes back", server=False)
def certificates_vanish(folder):
  certificates = identities.make(folder)
  with serving(folder) as loom:
    certificates.right_answer(loom)
    (folder / "server").rename(folder / "gone")
    eventually(lambda: errors(loom) >= 1, 10, "a reload error in the metrics")
    certificates.right_answer(loom)
    expect(len([line for line in loom.lines() if line["level"] == "warn"]) == 1,
           "not one warning:", loom.text())
    (folder / "gone").rename(folder / "server")
    time.sleep(2)
    certificates.right_answer(loom)
    loom.stop()


def errors(loom):
  return loom.metrics()["loom_certificate_reload_errors_total"]


def refuses(certificates, loom):
  try:
    certificates.right_answer(loom)
    return False
  except Wrong:
    return True


@check("a pair that does not match changes nothing, a good one all",
       server=False)
def certificates_change(folder):
  before = identities.make(folder)
  (folder / "next").mkdir()
  after = identities.make(folder / "next")
  with serving(folder) as loom, before.client(loom.address) as old:
    old.right()
    for name in ("tls.key", "ca.crt", "tls.crt"):
      expect(refuses(after, loom), "the next clients are known too early")
      before.right_answer(loom)
      shutil.copy(folder / "next" / "server" / name, folder / "server")
      time.sleep(1.5)
    eventually(lambda: not refuses(after, loom), 15, "the next clients known")
    expect(refuses(before, loom), "clients of before are still known")
    old.right()
    loom.stop()


@check("who has no certificate gets no byte of HTTP/2", server=False)
def strangers(folder):
  certificates = identities.make(folder)
  (folder / "other").mkdir()
  other = identities.make(folder / "other")
  other.folder.joinpath("client", "ca.crt").write_text(
      (folder / "ca.crt").read_text())
  with serving(folder) as loom:
    expect(refuses(other, loom), "a client of another authority is let in")
    certificates.right_answer(loom)
    failed = sum(value for name, value in loom.metrics().items()
                 if name.startswith("loom_tls_handshakes_failed_total"))
    expect(failed >= 1, "not counted")
    loom.stop()
