# SPDX-License-Identifier: Apache-2.0
"""Real shells that complete a line.

bash and zsh run on a terminal, where the line is typed, and Tab and Enter are
pressed: function-loom is then a function of the shell that prints its arguments.
fish says what it offers for a line.
"""
import os
import pty
import select
import subprocess
import time

_STUB = "function-loom() { printf 'GOT<%s>\\n' \"$*\"; }\n"
_SECONDS = 20

# How a shell starts without anybody's files, and how it reads the script.
_STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {script}\n"),
    "zsh": (["zsh", "-f", "-i"],
            "autoload -U compinit; compinit -D -u; source {script}\n"),
}


class Terminal:
  """A shell on a terminal of its own."""

  def __init__(self, shell, script, folder):
    argv, source = _STARTS[shell]
    self._pid, self._fd = pty.fork()
    if self._pid == 0:
      os.chdir(folder)
      os.execvpe(argv[0], argv, {"PATH": os.environ["PATH"], "TERM": "dumb",
                                 "PS1": "$ ", "HOME": str(folder)})
    self._type(source.format(script=script) + _STUB + "function-loom ready\n")
    self._read("GOT<ready>")

  def _type(self, text):
    os.write(self._fd, text.encode())

  def _read(self, until):
    """What is printed up to a text; an error if it does not come."""
    text, end = "", time.monotonic() + _SECONDS
    while until not in text:
      left = end - time.monotonic()
      if left <= 0 or not select.select([self._fd], [], [], left)[0]:
        raise TimeoutError(f"no {until!r} in {text!r}")
      text += os.read(self._fd, 65536).decode(errors="replace")
    return text

  def complete(self, line):
    """The arguments that a line has after Tab."""
    self._type(line + "\t\n")
    text = self._read("GOT<")
    if ">" not in text.rpartition("GOT<")[2]:
      text += self._read(">")
    return text.rpartition("GOT<")[2].partition(">")[0]

  def close(self):
    os.close(self._fd)
    os.waitpid(self._pid, 0)


def fish_offers(script, line, folder):
  """What fish offers for the last word of a line, without descriptions."""
  done = subprocess.run(
      ["fish", "--no-config", "-c", f"source {script}; complete -C '{line}'"],
      cwd=folder, capture_output=True, text=True, check=True,
      env={"PATH": os.environ["PATH"], "HOME": str(folder)})
  return [row.partition("\t")[0] for row in done.stdout.splitlines()]
