# SPDX-License-Identifier: Apache-2.0
"""The smallest Kubernetes client that the end-to-end scripts need. Standard library only."""
import http.client
import json
import ssl
import threading


class ApiError(Exception):
    def __init__(self, status, message):
        super().__init__(f"{status}: {message}")
        self.status = status


class Kube:
    """One API server, one token. Safe to share: each thread keeps its own connection."""

    MERGE = "application/merge-patch+json"
    APPLY = "application/apply-patch+yaml"

    def __init__(self, host, port, token, cafile):
        self.host, self.port, self.token = host, port, token
        self.ctx = ssl.create_default_context(cafile=cafile)
        self.local = threading.local()

    def call(self, method, path, body=None, content_type="application/json"):
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": content_type}
        data = None if body is None else json.dumps(body)
        for attempt in (1, 2):
            conn = getattr(self.local, "conn", None)
            if conn is None:
                conn = self.local.conn = http.client.HTTPSConnection(
                    self.host, self.port, context=self.ctx, timeout=60)
            try:
                conn.request(method, path, data, headers)
                response = conn.getresponse()
                text = response.read()
                break
            except (OSError, http.client.HTTPException):
                conn.close()
                self.local.conn = None
                if attempt == 2:
                    raise
        if response.status >= 400:
            try:
                message = json.loads(text).get("message", "")
            except ValueError:
                message = text.decode(errors="replace")[:300]
            raise ApiError(response.status, message)
        return json.loads(text) if text[:1] == b"{" else text.decode(errors="replace")

    def get(self, path):
        return self.call("GET", path)

    def find(self, path):
        """The object, or None when there is none."""
        try:
            return self.call("GET", path)
        except ApiError as e:
            if e.status == 404:
                return None
            raise

    def items(self, path):
        return self.call("GET", path).get("items", [])

    def merge(self, path, body):
        return self.call("PATCH", path, body, self.MERGE)

    def apply(self, path, body, manager="e2e"):
        return self.call("PATCH", f"{path}?fieldManager={manager}&force=true", body, self.APPLY)

    def delete(self, path):
        try:
            return self.call("DELETE", path)
        except ApiError as e:
            if e.status == 404:
                return None
            raise


def condition(obj, kind):
    for c in (obj or {}).get("status", {}).get("conditions", []):
        if c.get("type") == kind:
            return c
    return {}


def is_true(obj, kind):
    return condition(obj, kind).get("status") == "True"
