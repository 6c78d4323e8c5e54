# SPDX-License-Identifier: Apache-2.0
"""What happened to the composite of the checks of what leaves: its conditions one after the other, the reconciles and the functions' events."""
import contextlib
import datetime
import os
import re
import threading
import time

from bed import APPS, Failed, expect
from kube import condition
from withdrawing import Withdrawing

RECONCILE = re.compile(r'\tReconciling\t.*"controller": "composite/.*"name": ?"withdrawn"')
RESULT = re.compile(r'^(\S+)\t.*\.events\tPipeline step "step-\d": (.*)\t\{.*"name": ?"withdrawn"')
QUIET = 20
# Core may reconcile again before its cache has the conditions that it has just set. Functions then see the change again, and core sets the conditions
# of its cache once more before it sets those of the functions. On a busy machine, that takes more than half a second.
STALE = 2
RELAPSE = 1.2
LASTING = 1


class History(Withdrawing):
    @staticmethod
    def add(states, state, since):
        """Adds a state, unless it is the last one. The last one does not count if it had come back for a moment (RELAPSE)."""
        if states and states[-1] == state:
            return since
        now = time.monotonic()
        if states[-1:] and states[-1] in states[:-1] and now - since < RELAPSE:
            states.pop()
        if states[-1:] != [state]:
            states.append(state)
        return now

    @contextlib.contextmanager
    def moments(self, *kinds):
        """Yields a list for each kind of condition, to which its states are added while this is entered: (status, reason, message)."""
        seen, since, over, wrong = {kind: [] for kind in kinds}, dict.fromkeys(kinds, 0), threading.Event(), []

        def watch():
            while not over.is_set() and not wrong:
                try:
                    xr = self.kube.find(f"{APPS}/withdrawn")
                except OSError as e:
                    wrong.append(str(e))
                    return
                for kind, states in seen.items():
                    found = condition(xr, kind)
                    if found:
                        # Before the functions' conditions, core applies those that it has read, which may be old ones. Where they have no message,
                        # that of the newer condition stays. A condition of ours that is True has none.
                        message = "" if found["status"] == "True" else found.get("message", "")
                        state = (found["status"], found["reason"], message)
                        since[kind] = self.add(states, state, since[kind])
                time.sleep(0.05)
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield list(seen.values())
        finally:
            over.set()
            watcher.join()
        expect("what the watcher could not read", wrong, [])

    @staticmethod
    def lasting(states):
        """Returns the states, once the last one has lasted, and forgets all but this one."""
        time.sleep(LASTING)
        out = list(states)
        del states[:-1]
        return out

    def now(self):
        """A place in the log of core, from which the next two look."""
        return os.path.getsize(self.core_log())

    def core_log(self):
        return os.path.join(self.state, "logs", "core.log")

    def logged(self, pattern, since):
        with open(self.core_log(), errors="replace") as f:
            f.seek(since)
            return [found for found in map(pattern.search, f) if found]

    def reconciles(self, since):
        return len(self.logged(RECONCILE, since))

    def results(self, since):
        """The results of function-loom, each of which core makes an event: once, unless they come back later (STALE)."""
        at, out = {}, []
        for found in self.logged(RESULT, since):
            when = datetime.datetime.fromisoformat(found[1].replace("Z", "+00:00")).timestamp()
            if when - at.get(found[2], 0) > STALE:
                out.append(found[2])
            at.setdefault(found[2], when)
        return out

    def nothing_repeated(self):
        """Reconciles in which nothing has changed give no event."""
        time.sleep(3)
        since = self.now()
        for _ in range(4):
            self.touch("withdrawn")
            time.sleep(1.5)
        if self.reconciles(since) < 4:
            raise Failed(f"{self.reconciles(since)} reconciles after four changes")
        expect("events of conditions that stay as they are", self.results(since), [])

    def quiet(self):
        """Waits until core has not reconciled for 20 s. Before that, the TTL of an answer may end: once of one whose conditions were not True, which
        comes sooner, or once in a minute. Nothing that comes back every 15 s ever lets this pass."""
        begin = last = time.monotonic()
        since, before = self.now(), 0
        while time.monotonic() - last < QUIET:
            time.sleep(0.2)
            if self.reconciles(since):
                before += self.reconciles(since)
                since, last = self.now(), time.monotonic()
                if last - begin > 2 * QUIET:
                    raise Failed(f"{before} reconciles in {last - begin:.0f} s, and never {QUIET} s without one")
        self.notes.append(f"0 reconciles in {QUIET} s, after {before} in {last - begin:.0f} s")
