# SPDX-License-Identifier: Apache-2.0
"""What one might send to a server of HTTP/2 that is wrong: the bytes of each
connection. After each, the process lives and serves the next one."""
import struct

from calls import METHOD, Call
from http2 import (CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY,
                   HEADERS, PADDED, PING, PREFACE, PRIORITIZED, PRIORITY,
                   PUSH_PROMISE, RST_STREAM, RUN, SETTINGS, WINDOW_UPDATE, ACK,
                   block, frame, message)

HELLO = PREFACE + frame(SETTINGS)
BODY = message(Call().bytes)
ENDED = END_HEADERS | END_STREAM


def headers(fields, flags=END_HEADERS, stream=1):
  return frame(HEADERS, flags, stream, block(fields))


def with_field(name, value):
  """A call with a field of these, instead of its own of that name if any."""
  pseudo = [f for f in RUN if f[0][0] == ":" and f[0] != name]
  others = [f for f in RUN if f[0][0] != ":" and f[0] != name]
  added = [(name, value)]
  fields = pseudo + added + others if name[0] == ":" else (
      pseudo + others + added)
  return HELLO + headers(fields) + frame(DATA, END_STREAM, 1, BODY)


def without(name):
  return (HELLO + headers([field for field in RUN if field[0] != name]) +
          frame(DATA, END_STREAM, 1, BODY))


def encoded(data):
  """Headers of these bytes, whatever they decode to."""
  return HELLO + frame(HEADERS, ENDED, 1, data)


def begun(*frames):
  return HELLO + headers(RUN) + b"".join(frames)


HUGE = 1 << 31

TABLE = {
    # not HTTP/2 at all
    "nothing": b"",
    "http1": b"GET / HTTP/1.1\r\nHost: loom\r\n\r\n",
    "http1_after_preface": HELLO + b"GET / HTTP/1.1\r\nHost: loom\r\n\r\n",
    "preface_twice": PREFACE + HELLO,
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "no_settings": PREFACE + headers(RUN),
    # fields that once ended servers
    "te_wrong": with_field("te", "x"),
    "te_long": with_field("te", "x" * 9000),
    "scheme_wrong": with_field(":scheme", "gopher"),
    "scheme_long": with_field(":scheme", "x" * 9000),
    "method_get": with_field(":method", "GET"),
    "path_empty": with_field(":path", ""),
    "path_unknown": with_field(":path", METHOD + "x"),
    "path_missing": without(":path"),
    "method_missing": without(":method"),
    "content_type_missing": without("content-type"),
    "binary_wrong": with_field("x-bin", "!!not base64!!"),
    "balancer_stats": with_field("grpclb_client_stats", "x" * 9000),
    "timeout_wrong": with_field("grpc-timeout", "99999999999999Q"),
    "timeout_zero": with_field("grpc-timeout", "0n"),
    "encoding_unknown": with_field("grpc-encoding", "rot13"),
    "field_of_capitals": with_field("UPPER", "x"),
    "field_without_name": with_field("x", "a").replace(
        b"\x00\x01x\x01a", b"\x00\x00\x01a"),
    "field_with_line_end": with_field("x", "a\r\nb: c\0"),
    "pseudo_field_after_others": HELLO + headers([*RUN, (":path", METHOD)]),
    # a table of headers out of step
    "index_beyond": encoded(b"\xff\xff\xff\xff\x0f"),
    "index_zero": encoded(b"\x80"),
    "string_beyond": encoded(b"\x00\x7f\xff\xff\xff\xff\x07x"),
    "huffman_wrong": encoded(b"\x00\x01x\x84\xff\xff\xff\xff"),
    "number_endless": encoded(b"\xff" + b"\x80" * 500),
    "table_size_wrong": encoded(b"\x3f\xff\xff\xff\x7f" + block(RUN)),
    # frames of a length that cannot be
    "padding_beyond": begun(frame(DATA, PADDED, 1, b"\xff" + bytes(10))),
    "padding_all": begun(frame(DATA, PADDED, 1, b"\x0a" + bytes(10)) * 50),
    "priority_cut": HELLO + frame(HEADERS, PRIORITIZED | ENDED, 1, b"\0"),
    "ping_short": HELLO + frame(PING, 0, 0, b"1234567"),
    "settings_odd": HELLO + frame(SETTINGS, 0, 0, bytes(7)),
    "settings_ack_full": HELLO + frame(SETTINGS, ACK, 0, bytes(6)),
    "reset_short": begun(frame(RST_STREAM, 0, 1, bytes(3))),
    "window_short": begun(frame(WINDOW_UPDATE, 0, 1, bytes(3))),
    "goaway_short": HELLO + frame(GOAWAY, 0, 0, bytes(4)),
    "frame_too_long": begun(frame(DATA, 0, 1, b"x", length=0xFFFFFF)),
    "frame_cut": begun(frame(DATA, 0, 1, b"x", length=100)),
    # frames where they must not be
    "data_of_no_stream": HELLO + frame(DATA, END_STREAM, 0, BODY),
    "data_of_idle_stream": HELLO + frame(DATA, END_STREAM, 5, BODY),
    "data_after_end": begun(frame(DATA, END_STREAM, 1, BODY) * 3),
    "headers_of_no_stream": HELLO + headers(RUN, stream=0),
    "headers_of_even_stream": HELLO + headers(RUN, stream=2),
    "headers_of_older_stream": HELLO + headers(RUN, stream=9) + headers(RUN),
    "headers_twice": HELLO + headers(RUN) * 2,
    "continuation_alone": HELLO + frame(CONTINUATION, END_HEADERS, 1, b""),
    "continuation_of_another": HELLO + headers(RUN, flags=0) + frame(
        CONTINUATION, END_HEADERS, 3, b""),
    "push": begun(frame(PUSH_PROMISE, END_HEADERS, 1, bytes(4))),
    "reset_of_idle_stream": HELLO + frame(RST_STREAM, 0, 7, bytes(4)),
    "settings_of_stream": HELLO + frame(SETTINGS, 0, 1, b""),
    "unknown_frame": begun(frame(0xEE, 0xFF, 1, bytes(100)),
                           frame(DATA, END_STREAM, 1, BODY)),
    "priority_of_itself": HELLO + frame(PRIORITY, 0, 1, b"\0\0\0\1\0"),
    "goaway_then_call": HELLO + frame(GOAWAY, 0, 0, bytes(8)) + headers(RUN),
    # windows
    "window_zero": begun(frame(WINDOW_UPDATE, 0, 1, bytes(4))),
    "window_overflow": begun(
        frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", HUGE - 1)) * 2),
    "initial_window_overflow": HELLO + frame(
        SETTINGS, 0, 0, struct.pack(">HI", 4, HUGE)),
    "settings_all_zero": HELLO + frame(SETTINGS, 0, 0, b"".join(
        struct.pack(">HI", key, 0) for key in range(1, 7))) + headers(RUN),
    # messages
    "no_message": HELLO + headers(RUN, flags=ENDED),
    "empty_frames": begun(frame(DATA, 0, 1, b"") * 5000,
                          frame(DATA, END_STREAM, 1, BODY)),
    "prefix_cut": begun(frame(DATA, END_STREAM, 1, b"\0\0\0")),
    "message_cut": begun(frame(DATA, END_STREAM, 1, BODY[:-3])),
    "second_message": begun(frame(DATA, END_STREAM, 1, BODY * 2)),
    "byte_by_byte": begun(
        *(frame(DATA, 0, 1, BODY[i:i + 1]) for i in range(len(BODY))),
        frame(DATA, END_STREAM, 1, b"")),
}
