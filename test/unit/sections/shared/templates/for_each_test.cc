// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/templates/for_each.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

// What a template `net` with that forEach makes; each has its item, key and index in a
// text.
std::string Made(absl::string_view for_each, absl::string_view spec) {
  NativeCall call;
  call.spec = std::string(spec);
  call.resources = absl::StrCat(
      R"x([{"name": "net", "base": {"kind": "N"}, "forEach": )x", for_each,
      R"x(, "patches": [{"type": "FromExpression", "toFieldPath": "spec.t",
          "expression": "key + ' at ' + string(index)"}]}])x");
  std::string line = call.Made();
  for (const char* name : {"net-a", "net-b"}) {
    const std::string text =
        call.At(absl::StrCat("desired.resources[", name, "].resource.spec.t"));
    if (text != "absent") absl::StrAppend(&line, "; ", text);
  }
  return line;
}

TEST(ForEach, HasItemsInTheOrderOfTheirKeys) {
  const struct {
    const char* reason;
    const char* for_each;
    const char* spec;
    const char* want;
  } tests[] = {
      {"A scalar is its own key; the index is that in the list.",
       R"({"items": "composite.spec.l"})", R"({"l": ["b", "a"]})",
       R"(net-a net-b; "a at 1"; "b at 0")"},
      {"Whole numbers and bools are scalars, too.",
       R"({"items": "composite.spec.l"})", R"({"l": [7, true]})",
       "net-7 net-true"},
      {"A map has its keys, and the positions of their order.",
       R"({"items": "composite.spec.m"})", R"({"m": {"b": 1, "a": 2}})",
       R"(net-a net-b; "a at 0"; "b at 1")"},
      {"A key of the item.",
       R"({"items": "composite.spec.l", "key": "item.name"})",
       R"({"l": [{"name": "b"}, {"name": "a"}]})",
       R"(net-a net-b; "a at 1"; "b at 0")"},
      {"A key of the key.",
       R"({"items": "composite.spec.m", "key": "key + '1'"})",
       R"({"m": {"x": 1}})", "net-x1"},
      {"A position, if that is asked for.",
       R"({"items": "composite.spec.l", "key": "index"})", R"({"l": [{}, {}]})",
       "net-0 net-1"},
      {"A list that an expression makes.", R"({"items": "['a', 'b']"})", "{}",
       R"(net-a net-b; "a at 0"; "b at 1")"},
      {"An empty list has none.", R"({"items": "composite.spec.l"})",
       R"({"l": []})", ""},
      {"And so may one that is asked for.",
       R"x({"items": "composite.spec.?l.orValue([])"})x", "{}", ""},
      {"A list that is not there yet.", R"({"items": "composite.spec.l"})",
       "{}",
       " not ready; FieldMissing: net: resources[0].forEach.items: 1:15: "
       "composite.spec.l: no such key"},
      {"A key that is not there yet.",
       R"({"items": "composite.spec.l", "key": "item.name"})", R"({"l": [{}]})",
       " not ready; FieldMissing: net: resources[0].forEach.key: 1:5: "
       "item.name: no such key"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Made(test.for_each, test.spec), test.want);
  }
}

TEST(ForEach, RefusesListsByWhichSomethingWouldBeLost) {
  constexpr char kWants[] =
      "; expected at most 63 of the characters A-Z a-z 0-9 - _ . that begin "
      "and "
      "end with a letter or a digit";
  const struct {
    const char* reason;
    const char* for_each;
    const char* spec;
    std::string want;
  } tests[] = {
      {"What is no list.", R"({"items": "composite.spec.l"})", R"({"l": "a"})",
       "resources[0].forEach.items: expected a list or a map, got a string"},
      {"Null is none.", R"({"items": "composite.spec.l"})", R"({"l": null})",
       "resources[0].forEach.items: expected a list or a map, got null"},
      {"One key twice.", R"({"items": "composite.spec.l"})",
       R"({"l": ["a", "b", "a"]})",
       "resources[0].forEach: items 0 and 2 have the key \"a\""},
      {"One key twice, by an expression.",
       R"({"items": "composite.spec.l", "key": "'x'"})", R"({"l": [1, 2]})",
       "resources[0].forEach.key: items 0 and 1 have the key \"x\""},
      {"A key that no name may have.", R"({"items": "composite.spec.l"})",
       R"({"l": ["a", "b/c"]})",
       absl::StrCat("resources[0].forEach: the key of item 1 is \"b/c\"",
                    kWants,
                    "; convert it, for example with item.name.replace('/', "
                    "'-')")},
      {"An empty key.", R"({"items": "composite.spec.l"})", R"({"l": [""]})",
       absl::StrCat("resources[0].forEach: the key of item 0 is \"\"", kWants)},
      {"A long key.",
       R"x({"items": "composite.spec.l.map(i, i + i + i + i)"})x",
       R"({"l": ["0123456789abcdef"]})",
       absl::StrCat("resources[0].forEach: the key of item 0 is \"",
                    "0123456789abcdef0123456789abcdef0123456789abcdef01234567"
                    "89abcdef",
                    "\"", kWants)},
      {"An object has no key of itself.", R"({"items": "composite.spec.l"})",
       R"({"l": [{"name": "a"}]})",
       "resources[0].forEach: item 0 has no key; only a string, an integer or "
       "a boolean is its own key; for anything else set key, for example to "
       "item.name"},
      {"Nor has a fraction.", R"({"items": "[1.5]"})", "{}",
       "resources[0].forEach: item 0 has no key; only a string, an integer or "
       "a boolean is its own key; for anything else set key, for example to "
       "item.name"},
      {"A key that is a list.",
       R"({"items": "composite.spec.l", "key": "[item]"})", R"({"l": ["a"]})",
       "resources[0].forEach.key: the key of item 0 is a list; expected a "
       "string, "
       "an integer or a boolean"},
      {"A fraction is no key.",
       R"({"items": "composite.spec.l", "key": "item / 2.0"})",
       R"({"l": [1.5]})",
       "resources[0].forEach.key: the key of item 0 is a number; expected a "
       "string, an integer or a boolean"},
      {"Too many.", R"x({"items": "lists.range(1001)"})x", "{}",
       "resources[0].forEach: expected at most 1000 resources in total, got "
       "1001"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Made(test.for_each, test.spec), "FATAL: " + test.want);
  }
}

TEST(ForEach, ReportsMistakesOfTheAuthor) {
  const struct {
    const char* reason;
    const char* for_each;
    const char* want;
  } tests[] = {
      {"Items have to be there.", "{}",
       "resources[0].forEach.items: Required value: items is required"},
      {"An item is not known before there are items.", R"({"items": "item.l"})",
       "resources[0].forEach.items: Invalid value: 1:1: \"item\" is available "
       "only inside forEach"},
      {"Unknown members.", R"({"items": "[1]", "keys": "item"})",
       "resources[0].forEach: unknown keys (key?)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Brief(Made(test.for_each, "{}")),
              absl::StrCat("FATAL: invalid Function input: ", test.want));
  }
}

}  // namespace
}  // namespace loom
