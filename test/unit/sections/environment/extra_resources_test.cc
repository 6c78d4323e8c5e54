// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/extra_resources.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"
#include "test/unit/sections/environment/one_section.h"

namespace loom {
namespace {

// In the drop-in dialect the `spec` of function-extra-resources' input, otherwise the
// native input. In the keys of answers, ONE and EU stand for what NameExtraResources and
// Labels ask for.
struct OneCallExtraResources {
  OneCallExtraResources(absl::string_view json, absl::string_view answers,
                        Dialect dialect = Dialect::kPatchAndTransform)
      : input(dialect == Dialect::kNative
                  ? std::string(json)
                  : absl::StrCat(R"({"spec": )", json, "}"),
              dialect),
        call(R"({"spec": {"region": "eu"}})", R"({"stage": "test"})",
             absl::StrReplaceAll(
                 answers, {{"ONE", "obj:v1/ConfigMap//one"},
                           {"EU", "list:v1/ConfigMap/team/region=eu"}})) {
    Fields fields(input.root());
    extra = dialect == Dialect::kNative ? ExtraResources::ParseNative(fields)
                                        : ExtraResources::ParseDropIn(fields);
    fields.Done();
  }

  // The value of each of the context keys; "waits", or the error.
  std::string Collected(const std::vector<absl::string_view>& keys) {
    std::string error = call.Run(*extra);
    if (!error.empty()) return error;
    if (call.outcome.waits) return "waits";
    return absl::StrJoin(keys, " ", [&](std::string* out, auto key) {
      absl::StrAppend(out, key, "=", call.ContextAt(key));
    });
  }

  AuthorInput input;
  OneSection call;
  std::unique_ptr<const Section> extra;
};

// One entry: its name, then the members that select.
std::string Entry(absl::string_view into, absl::string_view members) {
  return absl::StrCat(R"({"into": ")", into,
                      R"(", "apiVersion": "v1", "kind": "ConfigMap", )",
                      members, "}");
}

const std::string& NameExtraResources() {
  static const auto& entry =
      *new std::string(Entry("a", R"("ref": {"name": "one"})"));
  return entry;
}

std::string SelectorExtraResources(absl::string_view into,
                                   absl::string_view matcher,
                                   absl::string_view more = "") {
  return Entry(into,
               absl::StrCat(R"("type": "Selector", "selector": )",
                            R"({"matchLabels": [{)", matcher, "}]}", more));
}

const std::string& Labels() {
  static const auto& entry = *new std::string(SelectorExtraResources(
      "b", R"("key": "region", "valueFromFieldPath": "spec.region")",
      R"(, "namespace": "team")"));
  return entry;
}

const std::string& Skipped() {
  static const auto& entry = *new std::string(SelectorExtraResources(
      "s", R"("key": "x", "valueFromFieldPath": "spec.nope",
                       "fromFieldPathPolicy": "Optional")"));
  return entry;
}

const std::string& FromEnvironment() {
  static const auto& entry = *new std::string(SelectorExtraResources(
      "e", R"("type": "FromEnvironmentFieldPath", "key": "stage",
                       "valueFromFieldPath": "stage")"));
  return entry;
}

std::string ListExtraResources(absl::string_view member,
                               const std::vector<std::string>& entries,
                               absl::string_view more = "") {
  return absl::StrCat("{\"", member, "\": [", absl::StrJoin(entries, ", "), "]",
                      more, "}");
}

TEST(ExtraResources, AsksForEachEntry) {
  const struct {
    const char* reason;
    Dialect dialect;
    std::string input;
    bool merged;
    const char* want;
  } tests[] = {
      {"Keys spell out the question.", Dialect::kPatchAndTransform,
       ListExtraResources("extraResources",
                          {NameExtraResources(), Labels(), Skipped()}),
       true, "list:v1/ConfigMap/team/region=eu obj:v1/ConfigMap//one"},
      {"Of equal ones the last entry is asked for.",
       Dialect::kPatchAndTransform,
       ListExtraResources(
           "extraResources",
           {NameExtraResources(), Entry("a", R"("ref": {"name": "two"})")}),
       true, "obj:v1/ConfigMap//two"},
      {"… that asks for anything.", Dialect::kPatchAndTransform,
       ListExtraResources(
           "extraResources",
           {NameExtraResources(),
            SelectorExtraResources("a", R"("key": "x", "valueFromFieldPath":
                "spec.nope", "fromFieldPathPolicy": "Optional")")}),
       true, "obj:v1/ConfigMap//one"},
      {"An unknown type asks for nothing.", Dialect::kPatchAndTransform,
       ListExtraResources("extraResources",
                          {R"({"into": "a", "type": "List"})"}),
       true, ""},
      {"Nor does an unknown matcher, as the environment's is here.",
       Dialect::kPatchAndTransform,
       ListExtraResources("extraResources", {FromEnvironment()}), true, ""},
      {"A native entry may read the environment.", Dialect::kNative,
       ListExtraResources("extraResources",
                          {NameExtraResources(), Skipped(), FromEnvironment()}),
       true, "list:v1/ConfigMap//stage=test obj:v1/ConfigMap//one"},
      {"What reads the environment waits until it is merged.", Dialect::kNative,
       ListExtraResources("extraResources",
                          {NameExtraResources(), FromEnvironment()}),
       false, "obj:v1/ConfigMap//one"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCallExtraResources call(test.input, "{}", test.dialect);
    call.call.state.incomplete = !test.merged;
    EXPECT_EQ(call.call.Run(*call.extra), "");
    EXPECT_EQ(call.call.Asked(), test.want);
  }
}

TEST(ExtraResources, PutsWhatCameIntoTheContext) {
  constexpr char kDefault[] = "apiextensions.crossplane.io/extra-resources=";
  constexpr char kOptional[] = R"(, "policy": {"resolution": "Optional"})";
  constexpr char kMine[] = R"(, "context": {"key": "mine"})";
  const struct {
    const char* reason;
    std::string input;
    const char* answers;
    std::string want;
  } tests[] = {
      {"A list each, also of a reference; the default order is by name.",
       ListExtraResources("extraResources", {NameExtraResources(), Labels()}),
       R"({"ONE": [{"kind": "A"}],
           "EU": [{"metadata": {"name": "y"}}, {"metadata": {"name": "x"}}]})",
       absl::StrCat(kDefault,
                    R"({"a":[{"kind":"A"}],"b":[{"metadata":{"name":"x"}},)",
                    R"({"metadata":{"name":"y"}}]})")},
      {"Under a key of one's own.",
       ListExtraResources("extraResources", {NameExtraResources()}, kMine),
       R"({"ONE": [{}]})", R"(mine={"a":[{}]})"},
      {"A selector that finds nothing has an empty list.",
       ListExtraResources("extraResources", {Labels()}), R"({"EU": []})",
       absl::StrCat(kDefault, R"({"b":[]})")},
      {"An optional reference that finds nothing has no member.",
       ListExtraResources("extraResources", {NameExtraResources()}, kOptional),
       R"({"ONE": []})", absl::StrCat(kDefault, "{}")},
      {"What was not asked for is not missing.",
       ListExtraResources("extraResources", {Skipped(), NameExtraResources()}),
       R"({"ONE": [{}]})", absl::StrCat(kDefault, R"({"a":[{}]})")},
      {"Nothing came at all.",
       ListExtraResources("extraResources", {NameExtraResources()}), "{}",
       "waits"},
      {"What others asked for came, under the name of the entry.",
       ListExtraResources("extraResources", {NameExtraResources()}),
       R"({"a": [{}]})", "waits"},
      {"One answer is not an answer to both.",
       ListExtraResources("extraResources", {NameExtraResources(), Labels()}),
       R"({"ONE": [{}]})", "waits"},

      {"A required reference that finds nothing is named.",
       ListExtraResources("extraResources", {NameExtraResources()}),
       R"({"ONE": []})",
       "verifying and sorting extra resources: Required extra resource \"a\" "
       "not found"},
      {"One that finds two.",
       ListExtraResources("extraResources", {NameExtraResources()}, kOptional),
       R"({"ONE": [{}, {}]})",
       "verifying and sorting extra resources: expected exactly one extra "
       "resource \"a\", got 2"},
      {"A label without a value.",
       ListExtraResources(
           "extraResources",
           {SelectorExtraResources(
               "b", R"("key": "x", "valueFromFieldPath": "spec.nope")")}),
       "{}",
       "could not build extra resource requirements: cannot get value from "
       "field path \"spec.nope\": spec.nope: no such field"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCallExtraResources call(test.input, test.answers);
    ASSERT_EQ(call.input.problems(), "");
    const bool mine = absl::StartsWith(test.want, "mine=");
    EXPECT_EQ(call.Collected({mine ? "mine" : kExtraResourcesKey}), test.want);
  }
}

TEST(ExtraResources, NativeEntriesChooseTheirKeyAndPolicy) {
  OneCallExtraResources call(
      ListExtraResources("extraResources",
                         {Entry("a", R"("ref": {"name": "one"},
                                     "policy": {"resolution": "Optional"})"),
                          Entry("a", R"("ref": {"name": "two"},
                                     "contextKey": "mine")")}),
      R"({"obj:v1/ConfigMap//one": [],
          "obj:v1/ConfigMap//two": [{"kind": "A"}]})",
      Dialect::kNative);
  EXPECT_EQ(call.input.problems(), "");
  EXPECT_EQ(call.Collected({kExtraResourcesKey, "mine"}),
            "apiextensions.crossplane.io/extra-resources={} "
            "mine={\"a\":[{\"kind\":\"A\"}]}");
}

TEST(ExtraResources, ReportsMistakes) {
  const struct {
    const char* reason;
    Dialect dialect;
    std::string input;
    const char* want;
  } tests[] = {
      {"What Crossplane will refuse is left to it in a drop-in input.",
       Dialect::kPatchAndTransform,
       ListExtraResources("extraResources", {R"({"ref": {"name": "one"}})"}),
       ""},
      {"There is no mode.", Dialect::kPatchAndTransform,
       ListExtraResources(
           "extraResources",
           {R"({"type": "Selector", "selector": {"mode": "Single"}})"}),
       "spec.extraResources[0].selector: unknown mode"},
      {"Only native entries have a contextKey.", Dialect::kPatchAndTransform,
       ListExtraResources("extraResources",
                          {R"({"ref": {"name": "o"}, "contextKey": "k"})"}),
       "spec.extraResources[0]: unknown contextKey"},
      {"A native entry says what it means.", Dialect::kNative,
       ListExtraResources("extraResources", {R"({"ref": {"name": "one"}})"}),
       "extraResources[0].into: Invalid value: into is required; "
       "extraResources[0].apiVersion: Invalid value: apiVersion is required; "
       "extraResources[0].kind: Invalid value: kind is required"},
      {"Two native entries of one name would hide each other.",
       Dialect::kNative,
       ListExtraResources("extraResources",
                          {NameExtraResources(), NameExtraResources()}),
       "extraResources[1].into: Invalid value: duplicate key \"a\""},
      {"The environment's place is taken.", Dialect::kNative,
       ListExtraResources("extraResources",
                          {Entry("a", R"("ref": {"name": "one"}, "contextKey":
                           "apiextensions.crossplane.io/environment")")}),
       "extraResources[0].contextKey: Invalid value: this key is reserved for "
       "the "
       "environment"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCallExtraResources call(test.input, "{}", test.dialect);
    EXPECT_EQ(Brief(call.input.problems()), test.want);
  }
}

// What expressions know of the entries.
TEST(ExtraResources, NamesWhatEntriesGot) {
  const std::string pending = Entry("p", R"("ref": {"name": "one"},
                    "namespaceFromExpression": "composite.spec.nope")");
  const std::string gone = Entry("gone", R"("ref": {"name": "gone"},
                                    "policy": {"resolution": "Optional"})");
  OneCallExtraResources call(
      ListExtraResources("extraResources",
                         {Labels(), Skipped(), pending, gone}),
      R"({"list:v1/ConfigMap/team/region=eu": [{}, {}],
                   "obj:v1/ConfigMap//gone": []})",
      Dialect::kNative);
  ASSERT_EQ(call.input.problems(), "");
  RequiredNames::Of(call.input.root())
      ->AddUses(call.input.root(), "member", "required.b");
  EXPECT_EQ(call.call.Run(*call.extra), "");
  EXPECT_EQ(absl::StrJoin(call.call.state.required.named(), " ",
                          [](std::string* out, const auto& entry) {
                            absl::StrAppend(out, entry.first, "=",
                                            entry.second.objects.size(),
                                            entry.second.is_list ? "" : "!");
                          }),
            "b=2 gone=0 s=0");
}

// The condition has the entries whose namespace is pending.
TEST(ExtraResources, ReportsWhatEntriesWaitFor) {
  const std::string& one = NameExtraResources();
  const std::string first = Entry("x", R"("ref": {"name": "one"},
                    "namespaceFromExpression": "composite.spec.first")");
  const std::string second = Entry("y", R"("ref": {"name": "one"},
                    "namespaceFromExpression": "composite.spec.second")");
  const struct {
    const char* reason;
    std::vector<std::string> entries;
    bool redacted;
    const char* want;
  } tests[] = {
      {"Without expressions there is nothing to say.", {one}, false, ""},
      {"None waits.",
       {Entry("x", R"("ref": {"name": "one"},
                      "namespaceFromExpression": "composite.spec.region")")},
       false,
       "True Resolved"},
      {"In the order of the input.",
       {first, one, second},
       false,
       "True Resolved; Unknown FieldMissing x: "
       "extraResources[0].namespaceFromExpression: 1:15: composite.spec.first: "
       "no such key; Unknown FieldMissing y: "
       "extraResources[2].namespaceFromExpression: 1:15: "
       "composite.spec.second: no such key"},
      {"A call that has read a Secret tells no key of an object.",
       {one, second},
       true,
       "True Resolved; Unknown FieldMissing y: "
       "extraResources[1].namespaceFromExpression: 1:15: a key, field or index "
       "is missing"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCallExtraResources call(
        ListExtraResources("extraResources", test.entries), "{}",
        Dialect::kNative);
    if (test.redacted) call.call.of.pool.NoteSecret();
    EXPECT_EQ(call.call.Run(*call.extra), "");
    EXPECT_EQ(absl::StrJoin(call.call.outcome.remarks, "; ",
                            [](std::string* out, const Remark& remark) {
                              const bool is_true =
                                  remark.status == ConditionStatus::kTrue;
                              absl::StrAppend(
                                  out, is_true ? "True " : "Unknown ",
                                  remark.reason, remark.text.empty() ? "" : " ",
                                  remark.text);
                            }),
              test.want);
    EXPECT_EQ(call.call.outcome.not_ready,
              call.call.outcome.remarks.size() > 1);
  }
}

// What is found without a namespace in the requirement is checked by its own.
TEST(ExtraResources, RefusesWhatWasFoundElsewhere) {
  constexpr char kNets[] = R"({"into": "nets", "apiVersion": "example.org/v1",
      "kind": "Net", "ref": {"name": "a"},
      "policy": {"resolution": "Optional"}})";
  const struct {
    const char* reason;
    std::vector<std::string> entries;
    const char* more;
    const char* found;
    const char* want;
  } tests[] = {
      {"In the namespace of the composite.", {kNets}, "", "team-a", ""},
      {"In another, whatever the policy.",
       {kNets},
       "",
       "team-b",
       "extraResources[0]: not allowed across namespaces (example.org/v1 Net "
       "in namespace team-b); "},
      {"… and whatever the input says of the kind.",
       {kNets},
       R"(, "kinds": [{"group": "example.org", "kind": "Net",
                      "resource": "nets", "scope": "Cluster"}])",
       "team-b",
       "extraResources[0]: not allowed across namespaces (example.org/v1 Net "
       "in namespace team-b); "},
      {"Not before everything is answered.",
       {kNets, R"({"into": "more", "apiVersion": "example.org/v1",
                   "kind": "Net", "ref": {"name": "b"}})"},
       "",
       "team-b",
       "waits"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(
        ListExtraResources("extraResources", test.entries, test.more),
        Dialect::kNative);
    Fields fields(input.root());
    const auto extra = ExtraResources::ParseNative(fields);
    EXPECT_EQ(input.problems(), "");
    OneSection call(R"({"metadata": {"namespace": "team-a"}})", "{}",
                    absl::StrCat(R"({"obj:example.org/v1/Net//a": [
            {"apiVersion": "example.org/v1", "kind": "Net",
             "metadata": {"name": "a", "namespace": ")",
                                 test.found, "\"}}]}"));
    const std::string error = call.Run(*extra);
    const std::string got = call.outcome.waits ? "waits" : error;
    EXPECT_TRUE(absl::StartsWith(got, test.want)) << got;
    EXPECT_EQ(got.empty(), *test.want == '\0');
  }
}

}  // namespace
}  // namespace loom
