# SPDX-License-Identifier: Apache-2.0
"""The schemas of Kubernetes' own kinds, as function-loom contains them: src/tools/schemas/kubernetes.openapi.

They are what an API server publishes at /openapi/v3, without its words: types, fields, enums, and what is required. One
line for each schema. The check `kubernetes_schemas` of the end-to-end suite compares them with the API server of the
bed. To write them again, for another version of Kubernetes:

    test/suites/e2e/run --keep --only kubernetes_schemas
    test/suites/e2e/inside.sh build/e2e python3 test/suites/e2e/lib/openapi.py > src/tools/schemas/kubernetes.openapi
"""
import json
import os
import subprocess
import sys

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../src/tools/schemas/kubernetes.openapi")
PREFIX = "#/components/schemas/"
KEPT = ("type", "enum", "required", "x-kubernetes-list-type", "x-kubernetes-list-map-keys",
        "x-kubernetes-preserve-unknown-fields", "x-kubernetes-int-or-string")
# Their schemas say little: a number or a string, and any value.
SPECIAL = {
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString": {"x-kubernetes-int-or-string": True},
    "io.k8s.apimachinery.pkg.api.resource.Quantity": {},
}
# Another rule of `lint` judges their values.
DATA = [("io.k8s.api.core.v1.ConfigMap", ("data", "binaryData")), ("io.k8s.api.core.v1.Secret", ("data", "stringData"))]


def is_of_kubernetes(path):
    """api/v1, apis/apps/v1, apis/storage.k8s.io/v1"""
    parts = path.split("/")
    if parts[0] == "api":
        return len(parts) == 2
    return len(parts) == 3 and parts[0] == "apis" and ("." not in parts[1] or parts[1].endswith(".k8s.io"))


def plain(schema):
    """The schema without words, defaults and formats."""
    made = {key: schema[key] for key in KEPT if key in schema}
    references = [schema] if "$ref" in schema else schema.get("allOf", [])
    if references:
        return {"$ref": references[0]["$ref"]}
    if "properties" in schema:
        made["properties"] = {name: plain(each) for name, each in sorted(schema["properties"].items())}
    if isinstance(schema.get("additionalProperties"), dict):
        made["additionalProperties"] = plain(schema["additionalProperties"])
    if "items" in schema:
        made["items"] = plain(schema["items"])
    # A list whose keys have defaults may leave them out.
    if len(made.get("x-kubernetes-list-map-keys", [])) > 1:
        del made["x-kubernetes-list-type"], made["x-kubernetes-list-map-keys"]
    if made.get("type") == "object" and not made.keys() & {"properties", "additionalProperties"}:
        made["x-kubernetes-preserve-unknown-fields"] = True
    return made


def kind_of(schema):
    """The kind that the schema describes, if it is one that people write."""
    kinds = schema.get("x-kubernetes-group-version-kind", [])
    fields = schema.get("properties", {})
    if len(kinds) != 1 or kinds[0]["kind"].endswith("List") or "metadata" not in fields:
        return None
    return kinds[0]


def references_in(schema):
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"][len(PREFIX):]
        for each in schema.values():
            yield from references_in(each)


def document(get):
    """The text of the file. `get` returns what is at a path of the API server."""
    published = {}
    for path in sorted(filter(is_of_kubernetes, get("/openapi/v3")["paths"])):
        published.update(get("/openapi/v3/" + path)["components"]["schemas"])
    schemas, wanted = {}, []
    for name, schema in published.items():
        if kind := kind_of(schema):
            schemas[name] = plain(schema)
            schemas[name]["properties"]["metadata"] = {"type": "object"}
            schemas[name]["x-kubernetes-group-version-kind"] = [kind]
            wanted.append(schemas[name])
    while wanted:
        for name in references_in(wanted.pop()):
            if name not in schemas:
                schemas[name] = SPECIAL.get(name, plain(published[name]))
                wanted.append(schemas[name])
    for name, fields in DATA:
        for field in fields:
            schemas[name]["properties"][field]["additionalProperties"] = {}
    lines = (f"{json.dumps(name)}:{json.dumps(schemas[name], separators=(',', ':'), sort_keys=True)}" for name in sorted(schemas))
    version = get("/version")["gitVersion"]
    return (f'{{"openapi":"3.0.0","info":{{"title":"Kubernetes","version":"{version}"}},"components":{{"schemas":{{\n'
            + ",\n".join(lines) + "\n}}}\n")


class KubernetesSchemas:
    def check_kubernetes_schemas(self):
        """The schemas of Kubernetes' kinds in the program are those that the API server publishes"""
        with open(FILE, encoding="utf-8") as f:
            known = f.read()
        published = document(self.kube.get)
        if known != published:
            old, new = set(known.splitlines()), set(published.splitlines())
            raise AssertionError(f"{len(new - old)} schemas differ; see test/suites/e2e/lib/openapi.py")
        return f"{known.count(chr(10)) - 2} schemas"


if __name__ == "__main__":
    def kubectl(path):
        return json.loads(subprocess.run(["kubectl", "get", "--raw", path], check=True, capture_output=True).stdout)
    sys.stdout.write(document(kubectl))
