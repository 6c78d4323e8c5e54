# SPDX-License-Identifier: Apache-2.0
"""A check of what a function records: calls of a real core, without values of Secrets, that can be played again."""
import base64
import json
import os
import subprocess
import sys
import time

from bed import SPACE, Failed, expect
from references import BINARY, LINES, QUOTES, References

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "..")
FOLDER = "/recorded"
ADDRESS = "127.0.0.1:39443"
# What stands for a value, as it is and in base64.
HIDDEN = "(redacted)", "KHJlZGFjdGVkK"


def alike(one, other):
    """Whether two trees are equal where nothing is redacted."""
    if any(isinstance(each, str) and any(hidden in each for hidden in HIDDEN) for each in (one, other)):
        return True
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return one == other


class Recording(References):
    def recorded(self, composite, act):
        """The calls for one composite while a check runs: pairs of requests and responses, as text."""
        self.runtime([
            {"op": "add", "path": "/args", "value": [
                f"--record={FOLDER}", f"--record-composite={SPACE}/{composite}", "--record-megabytes=200"]},
            {"op": "add", "path": "/volumeMounts", "value": [{"name": "recorded", "mountPath": FOLDER}]},
            {"op": "add", "path": "/spec/template/spec/volumes", "value": [{"name": "recorded", "emptyDir": {}}]}])
        try:
            act()
            time.sleep(2)      # until the last call is written
            folder = f"/proc/{self.pods(self.functions[0])[0]['pid']}/root{FOLDER}"
            calls = []
            for name in sorted(os.listdir(folder)):
                if name.endswith("-request.json"):
                    pair = name, name.replace("-request", "-response")
                    calls.append([open(os.path.join(folder, each), encoding="utf-8").read() for each in pair])
            return calls
        finally:
            self.runtime([{"op": "remove", "path": path} for path in ("/args", "/volumeMounts", "/spec/template/spec/volumes")])

    def played_again(self, calls):
        """The response to each recorded request, by the program of the release build."""
        sys.path.append(os.path.join(ROOT, "test/suites/oracle"))
        import compare          # needs gRPC
        server = subprocess.Popen([os.path.join(ROOT, "build/release/function-loom"), "serve", "--insecure", f"--address={ADDRESS}", "--metrics-address=127.0.0.1:0"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            contract = compare.Contract.from_folder(os.path.join(ROOT, "proto/apiextensions/fn/proto/v1"))
            target = compare.Target(ADDRESS, contract)
            for request, _ in calls:
                yield contract.shape(target.call(contract.request(json.loads(request)), timeout=10, wait_for_ready=True))
        finally:
            server.terminate()
            server.wait()

    def check_recorded(self):
        """What --record writes has no value of a Secret, and each call, played again, is answered as it was"""
        # A regular expression reads a value of the second one, so without the value the response is another one.
        for composite, act, replays in (("referring", self.check_references, True), ("bytes", self.check_secret_bytes, False)):
            calls = self.recorded(composite, act)
            expect(f"calls for {composite}", len(calls) > 2, True)
            for value in BINARY, QUOTES, LINES:
                forms = [base64.b64encode(value).decode()]
                if value is not BINARY:
                    forms += [value.decode(), json.dumps(value.decode())[1:-1], json.dumps(value.decode(), ensure_ascii=False)[1:-1]]
                for texts in calls:
                    for form in forms:
                        if any(form in text for text in texts):
                            raise Failed(f"{composite}: {form!r} is recorded")
            for number, (again, (_, response)) in enumerate(zip(self.played_again(calls), calls) if replays else (), 1):
                given = json.loads(response)
                if not alike(again, given):
                    raise Failed(f"{composite}, call {number}: {json.dumps(again)[:1500]}\n       instead of {json.dumps(given)[:1500]}")
            self.notes.append(f"{composite}: {len(calls)} calls")
