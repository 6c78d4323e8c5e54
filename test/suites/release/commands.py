# SPDX-License-Identifier: Apache-2.0
"""How the checks of a release run commands and compare."""
import subprocess


def run(*command, **options):
  """What a command prints; RuntimeError has the end of both streams if it fails."""
  done = subprocess.run([str(each) for each in command], capture_output=True, text=True,
                        check=False, **options)
  if done.returncode != 0:
    words = " ".join(map(str, command))
    raise RuntimeError(f"{words[:200]}: exit {done.returncode}\n"
                       f"{(done.stdout + done.stderr)[-3000:]}")
  return done.stdout


def wrong(name, got, want):
  if got != want:
    yield f"{name}: it is {got!r}, want {want!r}"
