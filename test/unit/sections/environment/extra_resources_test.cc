// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/extra_resources.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "test/testing/brief.h"
#include "test/testing/fake_answers.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// In the drop-in dialect the `spec` of function-extra-resources' input; in the
// native one an object whose member `entries` is the section. In the keys of answers, ONE
// and EU stand for what NameExtraResources and Labels ask for.
struct OneCallExtraResources {
  OneCallExtraResources(absl::string_view json, absl::string_view answers_json,
                        Dialect dialect = Dialect::kPatchAndTransform)
      : input(json, dialect),
        answers(absl::StrReplaceAll(
            answers_json, {{"ONE", "obj:v1/ConfigMap//one"},
                           {"EU", "list:v1/ConfigMap/team/region=eu"}})),
        composite(Json(R"({"spec": {"region": "eu"}})")),
        environment(Json(R"({"stage": "test"})")) {
    if (dialect == Dialect::kNative) {
      extra = ExtraResources::Parse(input.List("entries"));
    } else {
      Fields spec(input.root());
      extra = ExtraResources::ParseSpec(spec);
      spec.Done();
    }
  }

  Asked Ask(bool merged = true) {
    return extra.Ask({composite, environment, nullptr, TestPool()}, merged);
  }
  // The context values by key; "waits", or the error.
  std::string Collected() {
    Asked asked = Ask();
    if (!asked.failed.ok()) return std::string(asked.failed.message());
    if (!asked.Answered(answers).value()) return "waits";
    auto values = extra.Collect(asked, answers, TestPool());
    if (!values.ok()) return std::string(values.status().message());
    return absl::StrJoin(*values, " ", [](std::string* out, const auto& value) {
      absl::StrAppend(out, value.key, "=", ToJson(value.value));
    });
  }

  AuthorInput input;
  FakeAnswers answers;
  Value composite;
  Value environment;
  ExtraResources extra;
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

std::string Requirements(const Asked& asked) {
  return absl::StrJoin(
      asked.requirements, " ", [](std::string* out, const auto& requirement) {
        EXPECT_EQ(requirement.first, CanonicalKey(requirement.second));
        absl::StrAppend(out, requirement.first);
      });
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
       ListExtraResources("entries",
                          {NameExtraResources(), Skipped(), FromEnvironment()}),
       true, "list:v1/ConfigMap//stage=test obj:v1/ConfigMap//one"},
      {"What reads the environment waits until it is merged.", Dialect::kNative,
       ListExtraResources("entries", {NameExtraResources(), FromEnvironment()}),
       false, "obj:v1/ConfigMap//one"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    OneCallExtraResources call(test.input, "{}", test.dialect);
    Asked asked = call.Ask(test.merged);
    ASSERT_TRUE(asked.failed.ok()) << asked.failed;
    EXPECT_EQ(Requirements(asked), test.want);
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
    EXPECT_EQ(call.Collected(), test.want);
  }
}

TEST(ExtraResources, NativeEntriesChooseTheirKeyAndPolicy) {
  OneCallExtraResources call(
      ListExtraResources("entries", {Entry("a", R"("ref": {"name": "one"},
                                     "policy": {"resolution": "Optional"})"),
                                     Entry("a", R"("ref": {"name": "two"},
                                     "contextKey": "mine")")}),
      R"({"obj:v1/ConfigMap//one": [],
          "obj:v1/ConfigMap//two": [{"kind": "A"}]})",
      Dialect::kNative);
  EXPECT_EQ(call.input.problems(), "");
  EXPECT_EQ(call.Collected(),
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
       "extraResources[0].selector: unknown mode"},
      {"Only native entries have a contextKey.", Dialect::kPatchAndTransform,
       ListExtraResources("extraResources",
                          {R"({"ref": {"name": "o"}, "contextKey": "k"})"}),
       "extraResources[0]: unknown contextKey"},
      {"A native entry says what it means.", Dialect::kNative,
       ListExtraResources("entries", {R"({"ref": {"name": "one"}})"}),
       "entries[0].into: Invalid value: into is required; "
       "entries[0].apiVersion: Invalid value: apiVersion is required; "
       "entries[0].kind: Invalid value: kind is required"},
      {"Two native entries of one name would hide each other.",
       Dialect::kNative,
       ListExtraResources("entries",
                          {NameExtraResources(), NameExtraResources()}),
       "entries[1].into: Invalid value: \"a\" is given twice"},
      {"The environment's place is taken.", Dialect::kNative,
       ListExtraResources("entries",
                          {Entry("a", R"("ref": {"name": "one"}, "contextKey":
                           "apiextensions.crossplane.io/environment")")}),
       "entries[0].contextKey: Invalid value: this key is reserved for the "
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
  TestRequest none("");
  RequiredState named(none.request, &none.decoder);
  OneCallExtraResources call(
      ListExtraResources("entries", {Labels(), Skipped(),
                                     Entry("gone", R"("ref": {"name": "gone"},
                                    "policy": {"resolution": "Optional"})")}),
      R"({"list:v1/ConfigMap/team/region=eu": [{}, {}],
                   "obj:v1/ConfigMap//gone": []})",
      Dialect::kNative);
  Asked asked = call.Ask();
  asked.pending.emplace(1, absl::NotFoundError("pending"));
  ASSERT_TRUE(call.extra.Collect(asked, call.answers, TestPool(), &named).ok());
  EXPECT_EQ(absl::StrJoin(named.named(), " ",
                          [](std::string* out, const auto& entry) {
                            absl::StrAppend(out, entry.first, "=",
                                            entry.second.objects.size(),
                                            entry.second.is_list ? "" : "!");
                          }),
            "b=2 gone=0");
}

}  // namespace
}  // namespace loom
