# SPDX-License-Identifier: Apache-2.0
"""Client certificates of the shape that core makes, and what a server answers to them."""
import base64
import os
import socket
import ssl
import subprocess

from bed import Failed, expect


class Certificates:
    """Client certificates for the mTLS check, made with the real root CA of this control plane. They live as long as the check."""

    def __init__(self, directory, secret):
        self.dir, self.secret = directory, secret
        self.ca = self.write("ca.crt", secret("crossplane-root-ca")["tls.crt"])
        self.write("ca.key", secret("crossplane-root-ca")["tls.key"])

    def write(self, name, text):
        path = os.path.join(self.dir, name)
        with open(path, "wb") as f:
            f.write(base64.b64decode(text))
        return path

    def core_client(self):
        data = self.secret("crossplane-tls-client")
        return self.write("core.crt", data["tls.crt"]), self.write("core.key", data["tls.key"])

    def server(self, function):
        data = self.secret(f"{function}-tls-server")
        return self.write("server.crt", data["tls.crt"]), self.write("server.key", data["tls.key"])

    def leaf(self, *args):
        done = subprocess.run(["leaf", *args], cwd=self.dir, capture_output=True, text=True)
        if done.returncode:
            raise Failed(f"leaf {args[0]}: {done.stderr}")

    def signed(self, name, start, end, use="client", names=("crossplane.crossplane-system",), ca="ca"):
        """A leaf exactly as core makes them: the CA's own name, no authority key identifier, serial 2022, a PKCS#1 key."""
        self.leaf("sign", ca, name, start, end, use, *names)
        return os.path.join(self.dir, name + ".crt"), os.path.join(self.dir, name + ".key")

    def other_ca(self):
        self.leaf("ca", "other-ca")
        return self.signed("other", "2020-01-01", "2090-01-01", ca="other-ca")


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"


def first_frame(connection):
    """Sends the HTTP/2 preface; a server that accepts the connection answers with SETTINGS (frame type 4)."""
    try:
        connection.sendall(PREFACE)
        head = b""
        while len(head) < 9:
            got = connection.recv(9 - len(head))
            if not got:
                return "refused: closed"
            head += got
        return "accepted" if head[3] == 4 else f"refused: answered {head!r}"
    except (OSError, ssl.SSLError) as e:
        return f"refused: {e}"


def context(ca, pair):
    ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # The server's certificate is checked by core (Go); OpenSSL cannot check this shape (error 18), so it is not asked to.
    ctx.check_hostname, ctx.verify_mode = False, ssl.CERT_NONE
    ctx.set_alpn_protocols(["h2"])
    if pair:
        ctx.load_cert_chain(*pair)
    return ctx


def h2(ip, ca, name, pair):
    try:
        with socket.create_connection((ip, 9443), timeout=5) as raw, \
                context(ca, pair).wrap_socket(raw, server_hostname=name) as tls:
            expect("ALPN", tls.selected_alpn_protocol(), "h2")
            return first_frame(tls)
    except (OSError, ssl.SSLError) as e:
        return f"refused: {e}"


def h2_plain(ip):
    with socket.create_connection((ip, 9443), timeout=5) as raw:
        return first_frame(raw)


def served(ip, ca, name, pair):
    with socket.create_connection((ip, 9443), timeout=5) as raw, \
            context(ca, pair).wrap_socket(raw, server_hostname=name) as tls:
        return tls.getpeercert(binary_form=True)
