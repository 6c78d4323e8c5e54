# SPDX-License-Identifier: Apache-2.0
"""Rows of transforms: large values, transformed again and again."""
import random

from rows.messages import (combine, convert, deep, many_times, patch, repeated,
                           string, wide)
from rows.table import KB, MB, row

# The bytes of a text and how many patches transform it.
TEXTS = {"small": (30 * KB, 500), "large": (3 * MB, 2000)}
# The same for what becomes several times longer.
GROWING = {"small": (30 * KB, 500), "large": (600 * KB, 2000)}


def on_text(length, times, *transforms, text="x"):
  return many_times({"text": text * (length // len(text.encode()))},
                    [patch("spec.text", "spec.out", *transforms)], times)


def on(value, times, *transforms):
  return many_times({"value": value},
                    [patch("spec.value", "spec.out", *transforms)], times)


def on_text_row(name, reason, *transforms, text="x", sizes=None, **more):
  """A row that does this to a text of one character."""
  row(reason, name=name, **more, **(sizes or TEXTS))(
      lambda length, times: on_text(length, times, *transforms, text=text))


def replace(search, by):
  return string("Replace", replace={"search": search, "replace": by})


def matches(*patterns, **more):
  return {"type": "match", "match": {"patterns": list(patterns), **more}}


def to(kind, **more):
  return {"type": "convert", "convert": {"toType": kind, **more}}


on_text_row("replace_nothing", "a replacement that replaces nothing",
            replace("yy", "z"))
on_text_row("replace_almost", "a replacement that is nearly found everywhere",
            replace("x" * 2000 + "y", "z"))
on_text_row("replace_by_nothing", "a replacement that leaves nothing",
            replace("x", ""))
on_text_row("replace_pairs", "a replacement that leaves half",
            replace("xx", ""), replace("x", ""))
on_text_row("hash_adler32", "a checksum of a long text", convert("ToAdler32"))
on_text_row("hash_sha1", "a hash of a long text", convert("ToSha1"))
on_text_row("hash_sha256", "a hash of a long text", convert("ToSha256"))
on_text_row("hash_sha512", "a hash of a long text", convert("ToSha512"))
on_text_row("to_upper", "letters of two bytes become upper case",
            convert("ToUpper"), text="é")
on_text_row("to_lower", "letters that become longer as lower case",
            convert("ToLower"), text="Ⱥ", sizes=GROWING)
on_text_row("to_base64", "Base64 of a long text", convert("ToBase64"))
on_text_row("from_base64", "bytes that are no UTF-8 become three each",
            convert("FromBase64"), text="////", sizes=GROWING)
on_text_row("from_base64_blank", "Base64 that is line breaks and nothing else",
            convert("FromBase64"), text="\n")
on_text_row("format_cut", "a format that leaves one character",
            string("Format", fmt="%.1s"))
on_text_row("to_json", "control characters become six bytes in JSON",
            convert("ToJson"), text="\x01", sizes=GROWING)
on_text_row("trim_prefix", "a prefix that is nearly there",
            string("TrimPrefix", trim="x" * 9000 + "y"))
on_text_row("trim_suffix", "a suffix of one byte",
            string("TrimSuffix", trim="x"))
on_text_row("regexp_without_match", "an expression that matches nowhere",
            matches({"type": "regexp", "regexp": "(x+y)+$", "result": 1},
                    fallbackValue=2))
on_text_row("regexp_finds_all", "an expression that matches everything",
            string("Regexp", regexp={"match": "(x*)x", "group": 1}))
on_text_row("match_falls_back", "the value itself when nothing matches",
            matches({"type": "literal", "literal": "y", "result": 1},
                    fallbackTo="Input"))
on_text_row("convert_boolean", "an error that could quote a long text",
            to("bool"), fails=True)
on_text_row("convert_integer", "digits of which an integer has no room",
            to("int64"), text="1", fails=True)
on_text_row("convert_number", "a number with millions of digits",
            to("float64"), text="1", fails=True)
on_text_row("convert_quantity", "a quantity with millions of digits",
            to("float64", format="quantity"), text="1", fails=True)
on_text_row("convert_leading_zeros", "an integer with millions of zeros",
            to("int64"), text="0")
on_text_row("convert_to_itself", "a text stays a text", to("string"))


@row("a number with millions of decimals, which is small when it is read",
     small=(30 * KB, 500), large=(3 * MB, 2000))
def convert_decimals(length, times):
  return on("0." + "1" * length, times, to("float64"))


@row("a quantity with millions of decimals", small=(30 * KB, 500),
     large=(3 * MB, 2000))
def quantity_decimals(length, times):
  return on("0." + "1" * length, times, to("float64", format="quantity"))


@row("a quantity with a large exponent", fails=None, small=500, large=2000)
def quantity_exponent(times):
  return on("1e-1000000000", times, to("float64", format="quantity"))


@row("JSON that is nearly all blank", small=(30 * KB, 500),
     large=(3 * MB, 2000))
def convert_json_blank(length, times):
  return on("[" + " " * length + "]", times, to("array", format="json"))


@row("a key that is longer than those of the table", fails=None,
     small=(12 * KB, 400), large=(1 * MB, 2000))
def map_long_text(length, times):
  return on("x" * length, times, {"type": "map", "map": {
      "x" * length: "a", "x" * (length - 1) + "y": "b"}})


@row("a format of numbers with 1,000 decimals", small=(1000, 300),
     large=(1000, 2000))
def format_decimals(directives, times):
  return many_times({"value": 1e308}, [combine(
      ["spec.value"], "%.1000[1]f" * directives, "spec.out",
      transforms=[convert("ToAdler32")])], times)


@row("a text is quoted and spelled in digits", small=(20 * KB, 500),
     large=(300 * KB, 2000))
def format_quoted(length, times):
  return many_times({"text": "\x01" * length}, [combine(
      ["spec.text"], "%[1]q% [1]x", "spec.out",
      transforms=[convert("ToAdler32")])], times)


@row("ten replacements make 1,024 times as much", small=(4000, 500),
     large=(4000, 2000))
def replace_doubles(length, times):
  return on_text(length, times, *[replace("x", "xx")] * 10)


@row("Combine makes 4 MB of a text of 4 KB", small=500, large=2000)
def combine_grows(times):
  return many_times({"text": "x" * 4000},
                    [combine(["spec.text"], "%[1]s" * 1000, "spec.out")], times)


@row("Combine makes 4 MB for a field of its own", small=(5, 400),
     large=(20, 2000))
def combine_grows_apart(fields, times):
  return many_times(
      {"text": "x" * 4000},
      [combine(["spec.text"], "%[1]s" * 1000, f"spec.out{number}")
       for number in range(fields)], times // fields)


@row("Combine, and a checksum of what it made", small=500, large=2000)
def combine_then_hash(times):
  return many_times(
      {"text": "x" * 4000},
      [combine(["spec.text"], "%[1]s" * 1000, "spec.out",
               transforms=[convert("ToSha512")])], times)


@row("a format that pads to 1,000 characters, 2,000 times", small=500,
     large=2000)
def format_widths(times):
  return many_times({"text": "x"}, [combine(
      ["spec.text"], "%1000[1]s" * 1700, "spec.out")], times)


@row("%v of an object with many members", small=(1500, 500),
     large=(100_000, 2000))
def format_wide_object(members, times):
  return on(wide("x", members), times, string("Format", fmt="%v"))


@row("%v of a deep object", small=(900, 800), large=(900, 2000))
def format_deep_object(levels, times):
  return on(deep(levels), times, string("Format", fmt="%v"))


@row("a hash of an object with many members", small=(1500, 500),
     large=(100_000, 2000))
def hash_wide_object(members, times):
  return on(wide("x", members), times, convert("ToSha1"))


@row("JSON of a list of numbers", small=(2000, 500), large=(190_000, 2000))
def json_of_numbers(count, times):
  return on(repeated(0.1234567890123456, count), times, convert("ToJson"))


@row("the texts of a list become one", small=(4000, 500),
     large=(190_000, 2000))
def join_list(count, times):
  return on(repeated("x", count), times,
            string("Join", join={"separator": ", "}))


@row("empty texts of a list become one, which is empty", small=(4000, 500),
     large=(190_000, 2000))
def join_empty(count, times):
  return on(repeated("", count), times, string("Join", join={"separator": ""}))


@row("one character of the %v of a large object", small=(1500, 500),
     large=(100_000, 2000))
def format_cut_object(members, times):
  return on(wide("x", members), times, string("Format", fmt="%.1v"))


@row("literals that differ in their last character", small=(190, 150, 450),
     large=(2000, 1500, 2000))
def match_literals(patterns, length, times):
  return on("x" * length, times, matches(*(
      {"type": "literal", "literal": "x" * (length - 4) + f"{number:04}",
       "result": 1} for number in range(patterns)), fallbackTo="Input"))


@row("200 expressions and a text of 30 KB", small=(200, 400),
     large=(200, 2000))
def match_expressions(patterns, times):
  choice = random.Random(1).choice
  text = "".join(choice("ab") for _ in range(30 * KB))
  return on(text, times, matches(*(
      {"type": "regexp", "regexp": f"a[ab]{{{20 + number % 50}}}c{number}",
       "result": 1} for number in range(patterns)), fallbackTo="Input"))


@row("an expression that is slow by its size", small=(60, 20 * KB),
     large=(2000, 200 * KB))
def regexp_of_900_repetitions(times, length):
  choice = random.Random(1).choice
  text = "".join(choice("ab") for _ in range(length))
  return on(text, times, matches(
      {"type": "regexp", "regexp": "(?:a|b)*a(?:a|b){900}(c)", "result": 1},
      fallbackTo="Input"))


@row("a table with long keys that are nearly the same", small=(300, 100, 400),
     large=(2000, 1500, 2000))
def map_long_keys(keys, length, times):
  table = {"x" * length + str(number): "y" for number in range(keys)}
  return on("x" * length + str(keys - 1), times, {"type": "map", "map": table})


@row("a table that gives a large value", small=(30 * KB, 500),
     large=(3 * MB, 2000))
def map_to_large(length, times):
  return on("k", times, {"type": "map", "map": {"k": "x" * length}})


@row("chains of calculations", small=(300, 500), large=(2000, 2000))
def math_chain(steps, times):
  kinds = ({"type": "Multiply", "multiply": 3},
           {"type": "ClampMax", "clampMax": 9},
           {"type": "ClampMin", "clampMin": 1})
  return on(2, times, *({"type": "math", "math": kinds[number % 3]}
                        for number in range(steps)))


@row("chains of conversions", small=(300, 500), large=(2000, 2000))
def convert_chain(steps, times):
  kinds = to("int64"), to("string")
  return on("1", times, *(kinds[number % 2] for number in range(steps)))


@row("JSON of an object is read", small=(1500, 500), large=(180_000, 2000))
def convert_json_object(members, times):
  text = "{" + ",".join(f'"key{number}":1' for number in range(members)) + "}"
  return on(text, times, to("object", format="json"))


@row("JSON of a deep list is read", small=(900, 500), large=(900, 2000))
def convert_json_deep(levels, times):
  return on("[" * levels + "]" * levels, times, to("array", format="json"))


@row("JSON of a list of numbers is read", small=(10_000, 500),
     large=(190_000, 2000))
def convert_json_list(count, times):
  return on("[" + ",".join(["1"] * count) + "]", times,
            to("array", format="json"))


@row("JSON whose members all have one name", small=(5000, 500),
     large=(190_000, 2000))
def convert_json_same_name(count, times):
  return on("{" + ",".join(['"k":1'] * count) + "}", times,
            to("object", format="json"))


@row("a text that ends in the middle of JSON", fails=True, small=(30 * KB, 500),
     large=(3 * MB, 2000))
def convert_json_unfinished(length, times):
  return on('["' + "x" * length, times, to("array", format="json"))
