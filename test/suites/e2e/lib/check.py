# SPDX-License-Identifier: Apache-2.0
"""The checks. Run by check.sh inside the namespaces of a running control plane.

    check.py STATE MANIFESTS --environment NAME --resources NAME [--native NAME --patches NAME [--templates NAME]] [--after NAME] [--strict] [--only WORD]

--environment, --resources: the functions of the two steps of the drop-in Composition (the candidate may be both).
--native: the function that gets the one-step Composition; everything is then checked a second time with it, and what only
  function-loom promises.
--patches: the function-patch-and-transform whose steps stand between those of --native.
--templates: a function-go-templating, for the check `moved`, which runs only with it.
--after: a function that gets a third step without input at the end of the drop-in Composition.
--strict: also what the Go functions cannot do (certificates re-read without a restart).
"""
import argparse
import sys
import time

from bed import APPS, CLOUD, PLURALS, SPACE, expect, within
from cluster import SecondCluster
from composing import Composing
from kinds import KindChanges
from kube import is_true
from moving import Moving
from openapi import KubernetesSchemas
from operating import Operating
from operations import Operations
from pipelines import Pipelines
from recording import Recording
from signing import Signing
from tenants import Tenants
from timelines import Timelines

DEFINITIONS = "/apis/apiextensions.crossplane.io/v2/compositeresourcedefinitions"


class Checks(Composing, Operating, SecondCluster, Pipelines, KindChanges, Tenants, Moving, Operations, Recording, Signing, KubernetesSchemas, Timelines):
    CHECKS = ("installed compose change_of_xr provider_config fatal mtls quiet killed terminated configured many rotation "
              "missing_environment change_of_environment answers_of_last_time calls").split()
    PROMISES = ("nested kubernetes_schemas weak_peers secrets secrets_in_errors secret_bytes recorded references references_uninstalled references_denied "
                "provider_config_missing clouds loop condition own_conditions explain_cluster "
                "gather_forbidden gather_secrets gather_random_secrets gather_many render_cluster tutorial cron_operation watch_operation operation_pending tenants ordered inferred withdrawn_prerequisite withdrawn_chain "
                "withdrawn_entry withdrawn_loop withdrawn_many withdrawn_held withdrawn_walk steps kind_changes second_cluster tests_of_examples random_lives signature replicas upgrade").split()
    MOVES = "moved".split()

    @classmethod
    def clashes(cls):
        """Names that two of the classes give to something: the one would hide the other."""
        names = [name for each in cls.__mro__[:-1] for name in vars(each) if not name.startswith("__")]
        return sorted({name for name in names if names.count(name) > 1})

    def prepare(self):
        self.manifest("apis.yaml")
        self.manifest("subnets.yaml")
        for plural in PLURALS:
            within(20, "CRD served", lambda: self.kube.items(f"{CLOUD}/{plural}") is not None)
        within(30, "XRDs established", lambda: all(is_true(x, "Established") for x in self.kube.items(DEFINITIONS)))
        self.kube.apply(f"/api/v1/namespaces/{SPACE}", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": SPACE}})
        for x in self.kube.items(APPS):       # left over by a run that was cut short
            self.forget(x["metadata"]["name"])
        self.manifest("environment.yaml")
        self.composition()

    def check(self, name):
        """Runs one check, and says whether it passed."""
        check, self.notes, begin = getattr(self, f"check_{name}"), [], time.monotonic()
        try:
            opened = self.breakers()
            check()
            expect("circuit breakers opened", self.breakers() - opened, 0)
            word = "ok    "
        except Exception as e:                # whatever happens, the other checks go on
            word = "FAILED"
            self.notes.append(f"{type(e).__name__}: {e}")
        print(f"{word} {self.variant:7} {name:22} {time.monotonic() - begin:6.1f} s  {check.__doc__.strip()}")
        for note in self.notes:
            print(f"       {note}")
        sys.stdout.flush()
        return word != "FAILED"

    def run(self, variant, only):
        self.variant = variant
        roles = ("native",) if variant == "native" else ("environment", "resources")
        self.functions = sorted({self.names[r] for r in roles} | ({self.after} if self.after and variant == "dropin" else set()))
        self.prepare()
        promises = self.PROMISES + (self.MOVES if self.names["templates"] else [])
        names = self.CHECKS + (promises if variant == "native" else []) + ["delete"]
        return [self.check(name) for name in names if not only or only in name or name == "compose"]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("state")
    p.add_argument("manifests")
    p.add_argument("--environment", required=True)
    p.add_argument("--resources", required=True)
    p.add_argument("--native")
    p.add_argument("--patches")
    p.add_argument("--templates")
    p.add_argument("--after")
    p.add_argument("--strict", action="store_true")
    p.add_argument("--only", default="")
    a = p.parse_args()
    if a.native and not a.patches:
        p.error("--native also needs --patches")
    if Checks.clashes():
        sys.exit(f"two classes have {', '.join(Checks.clashes())}")
    checks = Checks(a)
    passed = checks.run("dropin", a.only)
    if a.native:
        passed += checks.run("native", a.only)
    print(f"{passed.count(True)} passed, {passed.count(False)} failed")
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
