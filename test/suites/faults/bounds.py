# SPDX-License-Identifier: Apache-2.0
"""What a request may cost, and the line of the table that says what it does."""
import re

import measure
from rows.table import KB, MB

# Bytes above idle: so much, and so many times the bytes of the request.
MEMORY, MEMORY_PER_BYTE = 64 * MB, 4
CPU = 2  # seconds
YARDSTICK = 0.05  # seconds of CPU for measure.yardstick() on an idle machine
AFTER = 0.1  # seconds of CPU for a client that has gone
BESIDE, LONGEST = 20, 200  # milliseconds for an honest client: p99, and at the most
MEDIUM = 1  # seconds for an honest call of 20 ms beside eight heavy ones
DRAINED = 20  # seconds after SIGTERM, which is --drain-timeout
# A machine that has other things to do makes CPU and p99 look worse than they
# are, so the best of so many attempts counts.
ATTEMPTS = 5

# How the message of a limit is distinguished from that of a mistake, which would mean
# that a row does not do the work that it is there for.
LIMIT = re.compile(r"limit|at most|more than|exceed|steps|bytes|budget|"
                   r"too (long|large|many|much)")

HEAD = (f"{'row':<28} {'size':<5} {'request':>8} {'memory':>8}  {'CPU':>7}  "
        f"{'after':>6}  {'p99':>6}  {'max':>6}  {'20 ms':>6}  {'end':>6}   answer\n"
        f"{'':<34} {'KB':>8} {'MB':>8}  {'s':>7}  {'s':>6}  {'ms':>6}  {'ms':>6}  {'s':>6}  {'s':>6}")


def memory_bound(cost):
  return MEMORY + MEMORY_PER_BYTE * cost.request


def answered(row, cost):
  """Whether the answer is one that the row may get."""
  if cost.answer == "OK":
    return row.fails is not True
  if cost.answer == "RESOURCE_EXHAUSTED":
    return True
  if cost.answer == "INVALID_ARGUMENT":  # no message that can be read
    return row.fails is not False
  return cost.answer.startswith("FATAL") and (
      row.fails is not False or bool(LIMIT.search(cost.answer)))


def above(value, bound):
  return value is not None and value > bound


def missed(row, cost):
  """The names of the columns that are out of bounds."""
  found = {
      "memory": cost.died or above(cost.memory, memory_bound(cost)),
      "cpu": cost.died or above(cost.cpu, CPU),
      "after": above(cost.after, AFTER),
      "beside": above(cost.beside, BESIDE),
      "longest": above(cost.longest, LONGEST),
      "medium": above(cost.medium, MEDIUM),
      "drained": above(cost.drained, DRAINED),
      "answer": not answered(row, cost),
  }
  return [name for name, bad in found.items() if bad]


def recounted(cpu):
  """What so many seconds of CPU are on an idle machine. Work on the other thread
  of a core, ours or that of a neighbour, makes everything take up to twice as
  much CPU, and a fixed piece of work just as much."""
  return cpu / max(1, measure.yardstick() / YARDSTICK)


def own(requests):
  """Memory and CPU; CPU that is out of bounds is measured again."""
  cost = measure.own(requests)
  for _ in range(ATTEMPTS):
    if not above(cost.cpu, CPU):
      break
    again = measure.own(requests)
    if again.died:
      return again
    cost.cpu = min(cost.cpu, recounted(again.cpu))
  return cost


def measured(row, size, quick):
  requests = row.requests(size)
  cost = own(requests)
  if quick:
    return cost
  for _ in range(ATTEMPTS if len(requests) == 1 else 0):
    cost.after = measure.after_cancelling(requests[0])
    if not above(cost.after, AFTER):
      break
  attempts = [measure.beside(requests)]
  while (min(attempts)[0] > BESIDE or min(attempts)[1] > LONGEST) and \
      min(attempts)[0] < 20 * BESIDE and len(attempts) < ATTEMPTS:
    attempts.append(measure.beside(requests))
  cost.beside, cost.longest = min(attempts)
  cost.medium, cost.drained = measure.in_a_crowd(requests)
  return cost


def cell(value, width, digits, bad):
  text = "-" if value is None else f"{value:.{digits}f}"
  return f"{text:>{width}}{'!' if bad else ' '}"


def shortened(answer):
  """What is wrong stands at the end of a message."""
  answer = " ".join(answer.split())
  return answer if len(answer) < 70 else f"{answer[:6]}…{answer[-62:]}"


def line(row, size, cost):
  bad = missed(row, cost)
  memory = None if cost.memory is None else cost.memory / MB
  answer = "died" if cost.died else shortened(cost.answer)
  many = f" ({cost.calls} calls)" if cost.calls > 1 else ""
  return (f"{row.name:<28} {size:<5} {cost.request / KB:>8.0f} "
          f"{cell(memory, 8, 0, 'memory' in bad)} "
          f"{cell(cost.cpu, 7, 2, 'cpu' in bad)} "
          f"{cell(cost.after, 6, 2, 'after' in bad)} "
          f"{cell(cost.beside, 6, 1, 'beside' in bad)} "
          f"{cell(cost.longest, 6, 0, 'longest' in bad)} "
          f"{cell(cost.medium, 6, 2, 'medium' in bad)} "
          f"{cell(cost.drained, 6, 1, 'drained' in bad)} "
          f"{'!' if 'answer' in bad else ' '}{answer}{many}")
