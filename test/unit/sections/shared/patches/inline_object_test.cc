// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/inline_object.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/sections/resources/native_call.h"

namespace loom {
namespace {

constexpr char kHeadOfTemplate[] = R"("apiVersion": "a.org/v1", "kind": "K")";

// The spec of the resource that a template makes, or what became of the call.
std::string SpecOf(absl::string_view spec, NativeCall call = {},
                   absl::string_view more = "") {
  call.resources =
      absl::StrCat(R"([{"name": "a", "template": {)", kHeadOfTemplate,
                   R"(, "spec": )", spec, "}", more, "}]");
  const std::string made = call.At("desired.resources.a.resource.spec");
  return made == "absent" ? call.Made() : made;
}

TEST(InlineObject, HasValuesWhereTheyStand) {
  const struct {
    const char* reason;
    const char* spec;
    const char* want;
  } tests[] = {
      {"Constants.", R"({"a": "b", "c": [1, {"d": null}]})",
       R"({"a":"b","c":[1,{"d":null}]})"},
      {"A value and a text.",
       R"({"n": "${composite.spec.n}", "t": "x-${composite.spec.n}"})",
       R"({"n":3,"t":"x-3"})"},
      {"Deep down.", R"({"a": {"b": [{"c": "${composite.spec.n}"}]}})",
       R"({"a":{"b":[{"c":3}]}})"},
      {"A key with dots.", R"({"a.b/c": "${composite.spec.n}"})",
       R"({"a.b/c":3})"},
      {"A key that is no expression.", R"({"$${a}": 1})", R"({"${a}":1})"},
      {"A computed key.",
       R"({"a.b/${composite.spec.n}": "${composite.spec.n}"})",
       R"({"a.b/3":3})"},
      {"Beside another one, and deep down.",
       R"({"m": {"${composite.spec.o.b}": {"x": "${composite.spec.n}"},
                 "d": "${composite.spec.n}", "e": 1}})",
       R"({"m":{"c":{"x":3},"d":3,"e":1}})"},
      {"In a list.",
       R"({"l": [{"${composite.spec.o.b}": [1, "${composite.spec.n}"]}]})",
       R"({"l":[{"c":[1,3]}]})"},
      {"A key or a value that is absent leaves out the entry.",
       R"({"m": {"${composite.spec.?gone}": 1, "a": 2,
                 "x${composite.spec.n}": "${composite.spec.?gone}"}})",
       R"({"m":{"a":2}})"},
      {"A document.",
       R"({"a": {"$json": {"b": "${composite.spec.n}", "a": [1]}}})",
       R"({"a":"{\"a\":[1],\"b\":3}"})"},
      {"One without expressions, as YAML.", R"({"a": {"$yaml": {"b": [1]}}})",
       R"({"a":"b:\n- 1\n"})"},
      {"One in another, below a computed key.",
       R"({"m": {"${composite.spec.o.b}": {"$json": {"$yaml": "x"}}}})",
       R"({"m":{"c":"\"x\\n\""}})"},
      {"An object that looks like a document.",
       R"({"a": {"$$json": {"b": "${composite.spec.n}"}}, "b": {"$json": 1, "c": 2}})",
       R"({"a":{"$json":{"b":3}},"b":{"$json":1,"c":2}})"},
      {"A brace that is none.", R"({"a": "echo $${HOME}"})",
       R"({"a":"echo ${HOME}"})"},
      {"What is absent is left out.",
       R"({"gone": "${composite.spec.?gone}", "there": "${composite.spec.?n}"})",
       R"({"there":3})"},
      {"An element, too.",
       R"({"l": ["${composite.spec.?gone}", "b", "${composite.spec.?gone}",
                 "${composite.spec.n}"]})",
       R"({"l":["b",3]})"},
      {"And one in a list of lists.",
       R"({"l": [["${composite.spec.?gone}", 1], "${composite.spec.?gone}",
                 ["${composite.spec.?gone}"]]})",
       R"({"l":[[1],[]]})"},
      {"A null is a value.", R"({"l": ["${composite.spec.none}"]})",
       R"({"l":[null]})"},
      {"The text that stands for an element is no text of an author.",
       R"({"l": ["unfilled", "${composite.spec.?gone}"]})",
       R"({"l":["unfilled"]})"},
      {"An object in place of a text.", R"({"a": "${composite.spec.o}"})",
       R"({"a":{"b":"c"}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.spec = R"({"n": 3, "none": null, "o": {"b": "c"}})";
    EXPECT_EQ(SpecOf(test.spec, call), test.want);
  }
}

TEST(InlineObject, PatchesComeBehindIt) {
  NativeCall call;
  call.spec = R"({"n": 3})";
  EXPECT_EQ(SpecOf(R"({"l": ["${composite.spec.?gone}", "${composite.spec.n}"],
                       "n": "${composite.spec.n}"})",
                   call,
                   R"(, "patches": [
      {"type": "FromExpression", "expression": "4", "toFieldPath": "spec.n"},
      {"type": "FromExpression", "expression": "5", "toFieldPath": "spec.l[0]"}
      ])"),
            R"({"l":[5],"n":4})");
}

TEST(InlineObject, WaitsForWhatIsNotThereYet) {
  const char spec[] = R"({"a": "${composite.status.id}", "b": "c"})";
  EXPECT_EQ(SpecOf(spec),
            " not ready; FieldMissing: a: resources[0].template.spec.a: 1:19: "
            "composite.status.id: no such key");
  NativeCall call;
  call.observed =
      R"({"a": {"resource": {"apiVersion": "a.org/v1", "kind": "K",
          "metadata": {"name": "x"}, "spec": {"a": "kept"}}}})";
  EXPECT_EQ(SpecOf(spec, call), R"({"a":"kept","b":"c"})");
}

TEST(InlineObject, KnowsTheItemOfALoop) {
  NativeCall call;
  call.spec = R"({"zones": ["x", "y"]})";
  call.resources = absl::StrCat(
      R"([{"name": "a", "forEach": {"items": "composite.spec.zones"},
           "template": {)",
      kHeadOfTemplate, R"(, "spec": {"zone": "${item}", "at": "${index}"}}}])");
  EXPECT_EQ(call.At("desired.resources[a-y].resource.spec"),
            R"({"at":1,"zone":"y"})");
}

TEST(InlineObject, ReportsMistakes) {
  const struct {
    const char* reason;
    const char* members;
    const char* want;
  } tests[] = {
      {"Both of them.",
       R"("base": {"apiVersion": "a.org/v1", "kind": "K"},
          "template": {"apiVersion": "a.org/v1", "kind": "K"})",
       "resources[0].template: Invalid value: cannot be combined with base"},
      {"It has no kind.", R"("template": {"apiVersion": "a.org/v1"})",
       "resources[0].template: cannot parse base template of composed resource "
       "\"a\": Object 'Kind' is missing in '{\"apiVersion\":\"a.org/v1\"}'"},
      {"A name that there is not.",
       R"("template": {"apiVersion": "a.org/v1", "kind": "K",
                       "spec": {"a": ["x ${comp.n}"]}})",
       "resources[0].template.spec.a[0]: Invalid value: 1:5: unknown name "
       "\"comp\""},
      {"The item of no loop.",
       R"("template": {"apiVersion": "a.org/v1", "kind": "K",
                       "spec": {"a": "${item}"}})",
       "resources[0].template.spec.a: Invalid value: 1:3: \"item\" is "
       "available only inside forEach"},
      {"A place that no path names.",
       R"("template": {"apiVersion": "a.org/v1", "kind": "K",
                       "spec": {"*": "${composite.spec.n}"}})",
       "resources[0].template.spec.*: Invalid value: no field path can refer "
       "to this location, so it cannot be computed here"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    NativeCall call;
    call.resources = absl::StrCat(R"([{"name": "a", )", test.members, "}]");
    EXPECT_NE(call.Made().find(test.want), std::string::npos) << call.Made();
  }
}

}  // namespace
}  // namespace loom
