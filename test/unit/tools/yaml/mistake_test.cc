// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/mistake.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::string Spot(const std::string& text, size_t offset) {
  std::string before = text.substr(0, offset);
  return absl::StrCat(std::count(before.begin(), before.end(), '\n') + 1, ":",
                      offset - (before.rfind('\n') + 1) + 1);
}

std::string Found(const std::string& text) {
  std::optional<YamlMistake> mistake = FindMistake(text);
  if (!mistake.has_value()) return "";
  std::string found =
      absl::StrCat(Spot(text, mistake->offset), ": ", mistake->words);
  if (mistake->refers_to.has_value()) {
    absl::StrAppend(&found, " ", Spot(text, *mistake->refers_to));
  }
  return found;
}

TEST(FindMistakeTest, TellsThePlaceAndTheRemedy) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"a list in the column of its key", "a:\n  b:\n  [1]\n",
       "3:3: this is not indented more than the key whose value it is; indent "
       "it"},
      {"unclosed list", "a: [1\nb: 2\n",
       "1:4: unclosed [: add the ] that ends this list"},
      {"unclosed list with items", "a: [1, 2\nb: 2\nc: 3\n",
       "1:4: unclosed [: add the ] that ends this list"},
      {"unclosed map", "spec: {a: 1\nb: {c: 2}\n",
       "1:7: unclosed {: add the } that ends this map"},
      {"unclosed list in a list item", "a:\n- [x, y\n- [z]\n",
       "2:3: unclosed [: add the ] that ends this list"},
      {"unclosed at end of file", "a:\n  b: [x, {y: z}\n",
       "2:6: unclosed [: add the ] that ends this list"},
      {"unclosed JSON", "{\"a\": {\"b\": 1}\n",
       "1:1: unclosed {: add the } that ends this map"},
      {"bracket that doesn't fit", "a: {x: [1}\n",
       "1:10: this } does not close the [ at 1:8"},
      {"bracket that doesn't fit 2", "a: [{x: 1]\nb: 2\n",
       "1:10: this ] does not close the { at 1:5"},
      {"unclosed before fitting other", "a: [1\nb: {c: 2}}\n",
       "1:4: unclosed [: add the ] that ends this list"},
      {"stray ]", "a: ]\n",
       "1:4: stray ]: no [ is open here; remove it, or quote the value"},
      {"stray }", "a: {b: c}}\n",
       "1:10: stray }: no { is open here; remove it, or quote the value"},
      {"stray ] behind list", "a: [1]]\n",
       "1:7: stray ]: no [ is open here; remove it, or quote the value"},
      {"stray } line", "a: 1\n}\n",
       "2:1: stray }: no { is open here; remove it, or quote the value"},
      {"unterminated dq", "a: \"x\nb: 1\n",
       "1:4: unclosed \": add the \" that ends this string"},
      {"unterminated dq swallow", "a: \"x\nb: \"y\"\nc: 1\n",
       "1:4: unclosed \": add the \" that ends this string"},
      {"unterminated sq", "a: 'x\nb: 1\n",
       "1:4: unclosed ': add the ' that ends this string"},
      {"sq with apostrophe", "a: 'it's'\n",
       "1:8: text after the closing quote; quote the whole value, or write a "
       "quote inside it twice"},
      {"quote in flow", "a: [\"x, y]\nb: 1\n",
       "1:5: unclosed \": add the \" that ends this string"},
      {"key without colon", "spec\n  size: 3\n",
       "1:1: the key spec has no colon; write spec:"},
      {"key without colon nested", "metadata:\n  name shop\n  x: y\n",
       "2:3: the key name has no colon; write name: shop"},
      {"key without colon later", "metadata:\n  x: y\n  name shop\n",
       "3:3: the key name has no colon; write name: shop"},
      {"key without colon later2", "a: 1\nspec\nb: 2\n",
       "2:1: the key spec has no colon; write spec:"},
      {"key w/o blank", "metadata:\n  x: y\n  name:shop\n",
       "3:3: the key name has no space after its colon; write name: shop"},
      {"key w/o blank first", "metadata:\n  name:shop\n  x: y\n",
       "2:3: the key name has no space after its colon; write name: shop"},
      {"key no colon at end", "a: 1\nb\n",
       "2:1: the key b has no colon; write b:"},
      {"item key w/o colon", "- name shop\n  size: 3\n",
       "1:3: the key name has no colon; write name: shop"},
      {"quoted key blank", "\"a\":1\nb: 2\n",
       "1:4: a space is missing after this colon"},
      {"@", "a: @x\n", "1:4: no value can begin with @; quote it"},
      {"`", "a: `x`\n", "1:4: no value can begin with `; quote it"},
      {"%", "a: %x\n", "1:4: no value can begin with %; quote it"},
      {"colon in plain", "message: a: b\n",
       "1:10: a colon followed by a space ends a key, but this is a value; "
       "quote it"},
      {"colon end", "message: a:\n",
       "1:10: a colon followed by a space ends a key, but this is a value; "
       "quote it"},
      {"colon in list", "- a: b: c\n",
       "1:6: a colon followed by a space ends a key, but this is a value; "
       "quote it"},
      {"url w colon", "x: error: not found: y\n",
       "1:4: a colon followed by a space ends a key, but this is a value; "
       "quote it"},
      {"text behind quote", "a: \"x\" y\n",
       "1:8: text after the closing quote; quote the whole value, or write a "
       "quote inside it as \\\""},
      {"text behind sq", "- 'x' y\n",
       "1:7: text after the closing quote; quote the whole value, or write a "
       "quote inside it twice"},
      {"text behind flow", "a: [x] y\n",
       "1:8: text after the closing bracket; remove it, or quote the whole "
       "value"},
      {"fmt", "a: {x} y\n",
       "1:8: text after the closing bracket; remove it, or quote the whole "
       "value"},
      {"tab", "a:\n\tb: 1\n", "2:1: a tab cannot indent; use spaces"},
      {"tab2", "a:\n  b: 1\n\tc: 1\n", "3:1: a tab cannot indent; use spaces"},
      {"child more", "a:\n  b: 1\n   c: 2\n",
       "3:4: c is indented by 3, its siblings by 2"},
      {"child less", "a:\n  b: 1\n c: 2\n",
       "3:2: c is indented by 1, its siblings by 2"},
      {"child less deep", "a:\n  b:\n    c: 1\n   d: 2\n",
       "4:4: d is indented by 3, its siblings by 4"},
      {"child more after map", "a:\n  b:\n    c: 1\n     d: 2\n",
       "4:6: d is indented by 5, its siblings by 4"},
      {"root less", "  a: 1\nb: 2\n",
       "2:1: b is indented by 0, its siblings by 2"},
      {"item wrong", "a:\n  - x: 1\n - y: 2\n",
       "3:2: this list item is indented by 1, its siblings by 2"},
      {"item wrong deeper", "a:\n- x: 1\n  - y: 2\n",
       "3:3: this list item is indented by 2, its siblings by 0"},
      {"item key less", "- name: a\n value: b\n",
       "2:2: value is indented by 1, its siblings by 2"},
      {"item key more", "- name: a\n   value: b\n",
       "2:4: value is indented by 3, its siblings by 2"},
      {"item among keys", "a: 1\n- b\n",
       "2:1: this list item is next to keys; put it below a key that has no "
       "value"},
      {"item among keys2", "a:\n  b: 1\n  - c\n",
       "3:3: this list item is next to keys; put it below a key that has no "
       "value"},
      {"key among items", "a:\n  - x\n  y: 1\n",
       "3:3: the key y is next to list items; begin it with \"- \", or change "
       "its indentation"},
      {"key among items root", "- a\nb: 1\n",
       "2:1: the key b is next to list items; begin it with \"- \", or change "
       "its indentation"},
      {"list inline", "a: - b\n",
       "1:4: a list cannot begin on the line of its key; put it on the next "
       "line, or quote the value"},
      {"list inline 2", "a: - b\n   - c\n",
       "1:4: a list cannot begin on the line of its key; put it on the next "
       "line, or quote the value"},
      {"alias unknown", "a: *x\n",
       "1:4: *x is an alias, but no &x is before it; quote it if it is a "
       "string"},
      {"alias glob", "a: *.example.org\n",
       "1:4: *.example.org is an alias, but no &.example.org is before it; "
       "quote it if it is a string"},
      {"alias no name", "a: *\n",
       "1:4: * begins an alias, which needs a name; quote it"},
      {"anchor none", "a: & b\n",
       "1:4: & begins an anchor, which needs a name; quote it"},
      {"cron", "schedule: * * * * *\n",
       "1:11: * begins an alias, which needs a name; quote it"},
      {"block header", "a: |x\n  y\n",
       "1:5: a block string begins on the line below |; quote the value if the "
       "| belongs to it"},
      {"block header text", "a: | text\n  y\n",
       "1:6: a block string begins on the line below |; quote the value if the "
       "| belongs to it"},
      {"block ge", ">=1",
       "1:2: a block string begins on the line below >; quote the value if the "
       "> belongs to it"},
      {"block ge2", "v: >=1.0\n",
       "1:5: a block string begins on the line below >; quote the value if the "
       "> belongs to it"},
      {"block 0", "a: |0\n  x\n",
       "1:5: a block string is indented by 1 to 9, not by 0"},
      {"block less", "a: |\n    x\n  y\nb: 1\n",
       "3:3: this line is indented by 2, the block string above it by 4"},
      {"block less nested", "a:\n  b: |\n    x\n   y\n",
       "4:4: this line is indented by 3, the block string above it by 4"},
      {"dashes", "a: 1\n----\nb: 2\n",
       "2:1: a document begins with exactly three dashes: ---"},
      {"dashes2", "a: 1\n--\nb: 2\n",
       "2:1: a document begins with exactly three dashes: ---"},
      {"dots", "a: 1\n... b\n",
       "2:5: nothing can follow the ... that ends a document"},
      {"html",
       "<!DOCTYPE html>\n<html lang=\"en\">\n<head><style>a: "
       "b</style>\n<title>a: b</title>\n",
       "1:1: this is HTML, not YAML; download the raw file"},
      {"html2", "\n<html>\n<body>\n<p style=\"color: red\">\n",
       "2:1: this is HTML, not YAML; download the raw file"},
      {"diff",
       "diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a: "
       "1\n+a: 2\n",
       "1:1: this is a diff, not YAML; apply it, and pass the file that it "
       "changes"},
      {"diff2", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n",
       "1:1: this is a diff, not YAML; apply it, and pass the file that it "
       "changes"},
      {"conflict", "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n",
       "2:1: this is a marker of an unresolved merge conflict; keep one of the "
       "two sides and delete the markers"},
      {"conflict2", "<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n",
       "1:1: this is a marker of an unresolved merge conflict; keep one of the "
       "two sides and delete the markers"},
      {"template2", "{{- if .x }}\na: 1\n{{- end }}\n",
       "1:1: {{ begins a template, not YAML; render it, or quote the value"},
      {"template3", "a:\n  b: {{ .x }}-y\n",
       "2:6: {{ begins a template, not YAML; render it, or quote the value"},
      {"missing comma", "a: {x: 1 y: 2}\n",
       "1:10: a comma is missing before this"},
      {"missing comma json", "{\"a\": 1\n \"b\": 2}\n",
       "2:2: a comma is missing before this"},
      {"missing comma json2", "{\"a\": \"x\"\n \"b\": 2}\n",
       "2:2: a comma is missing before this"},
      {"missing comma list", "a: [\"x\" \"y\"]\n",
       "1:9: a comma is missing before this"},
      {"comma", "a: ,x\n",
       "1:4: no value can begin with a comma; remove it, or quote the value"},
      {"bracket in flow text", "{from: spec.items[0].name}\n",
       "1:8: quote this string, because it contains a bracket"},
      {"bracket in flow text2", "a: {from: spec.items[0], to: x}\n",
       "1:11: quote this string, because it contains a bracket"},
      {"dash in flow", "a: [- x, - y]\n",
       "1:5: a list in brackets has no -; use commas"},
      {"dash in flow2", "a: [\n  - x\n  - y\n]\n",
       "2:3: a list in brackets has no -; use commas"},
      {"@ in flow", "a: [@x]\n", "1:5: no value can begin with @; quote it"},
      {"escape", "a: \"C:\\data\"\n",
       "1:7: \\d is not an escape in double quotes; write \\\\d, or use single "
       "quotes"},
      {"escape regex", "a: \"^\\d+$\"\n",
       "1:6: \\d is not an escape in double quotes; write \\\\d, or use single "
       "quotes"},
      {"second root", "[a]\nb\n",
       "2:1: this does not belong to the value before it; indent it, or begin "
       "a new document with ---"},
      {"root text then key", "{a: 1}\nb: 2\n",
       "2:1: this does not belong to the value before it; indent it, or begin "
       "a new document with ---"},
      {"two values", "a: 'x'\n'y'\n",
       "2:1: the key 'y' has no colon; write 'y':"},
      {"crlf", "a:\r\n  b: 1\r\n c: 2\r\n",
       "3:2: c is indented by 1, its siblings by 2"},
      {"key twice plain colon", "a: b\n  c: d\n",
       "2:3: c is indented by 2, its siblings by 0"},
      {"folded w key", "a: some text\n  and: more\n",
       "2:3: and is indented by 2, its siblings by 0"},
      {"list deeper", "a:\n  - x\n   - y: 1\n",
       "3:4: this list item is indented by 3, its siblings by 2"},
      {"alias with content", "a: &x 1\nb: *x y\n",
       "2:7: nothing can follow this value; quote the whole value"},
      {"quoted key no colon", "a: 1\n\"b\" 2\n",
       "2:1: the key \"b\" has no colon; write \"b\":"},
      {"multi doc second bad", "a: 1\n---\nb: [1\n",
       "3:4: unclosed [: add the ] that ends this list"},
      {"doc marker in flow", "a: [1\n---\nb: 1\n",
       "1:4: unclosed [: add the ] that ends this list"},
      {"unclosed quote then doc", "a: \"x\n---\nb: 1\n",
       "1:4: unclosed \": add the \" that ends this string"},
      {"tab after value", "a:\n  b: 1\n  \tc: 2\n",
       "3:3: a tab cannot indent; use spaces"},
      {"smart quotes colon", "a: \342\200\234x: y\342\200\235\n",
       "1:4: a colon followed by a space ends a key, but this is a value; "
       "quote it"},
      {"equals", "a = 1\nb: 2\n", "1:1: the key a has no colon; write a: 1"},
      {"colon blank before", "a :1\nb: 2\n",
       "1:1: the key a has no colon; write a: 1"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Found(c.text), c.want);
  }
}

}  // namespace
}  // namespace loom
