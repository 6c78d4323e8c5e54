// SPDX-License-Identifier: Apache-2.0
// What stays while a reference has no value. Crossplane deletes a field that is no
// longer desired, so each of these would be lost.
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

TEST(References, KeepWhatRuns) {
  ReferenceCall is_new({.entries = EntryTo(kMissingSource)});
  EXPECT_EQ(is_new.At("desired.resources[a]"), "absent") << "it is withheld";
  EXPECT_EQ(is_new.At("desired.composite.ready"), R"("READY_FALSE")");
  EXPECT_EQ(is_new.Result(),
            "ReferencesResolved: a spec.x: spec.nope: no such field (composite "
            "spec.nope)");
  ReferenceCall observed(
      {.entries = EntryTo(kMissingSource), .observed = kObserved});
  EXPECT_EQ(observed.Spec(), "{}") << "it stays, without the field";
  EXPECT_EQ(observed.At("desired.composite.ready"), R"("READY_FALSE")");
  ReferenceCall optional(
      {.entries = EntryTo(absl::StrCat(
           kMissingSource, R"(, "policy": {"resolution": "Optional"})"))});
  EXPECT_EQ(optional.Spec(), "{}");
  EXPECT_EQ(optional.Condition(), "TRUE Resolved");
  EXPECT_EQ(optional.At("desired.composite"), "absent");
}

TEST(References, KeepTheLastValue) {
  const std::string entries = absl::StrCat(
      "[",
      To(R"({"resource": "a"})", "spec.y",
         absl::StrCat(kMissingSource, R"(, "policy": {"resolve": "Always"})")),
      "]");
  ReferenceCall call({.entries = entries, .observed = kObserved});
  EXPECT_EQ(call.Spec(), R"({"y":"old"})");
  EXPECT_EQ(call.Condition(),
            "UNKNOWN FieldMissing a spec.y: spec.nope: no such field, the last "
            "value is kept (composite spec.nope)");
  EXPECT_EQ(call.At("desired.composite"), "absent") << "what runs is ready";
}

TEST(References, AreNotResolvedAnewWhileTheTargetIsDeleted) {
  ReferenceCall call(
      {.entries = absl::StrCat(
           "[",
           To(R"({"resource": "a"})", "spec.y",
              absl::StrCat(kThere, R"(, "policy": {"resolve": "Always"})")),
           ",", To(R"({"resource": "a"})", "spec.z", kMissingSource), "]"),
       .observed = R"({"a": {"resource": {"apiVersion": "example.org/v1",
           "kind": "A", "metadata": {"deletionTimestamp":
           "2026-02-03T04:05:06Z"}, "spec": {"y": "old"}}}})"});
  EXPECT_EQ(call.Spec(), R"({"y":"old"})");
  EXPECT_EQ(call.Condition(), "TRUE Resolved");
}

// Crossplane deletes a field that is no longer desired.
TEST(References, BehindAFailureKeepTheirLastValue) {
  constexpr char kAlways[] = R"(, "policy": {"resolve": "Always"})";
  const std::string a = R"({"resource": "a"})";
  const struct {
    const char* reason;
    std::string first;
    std::string second;
    const char* want;
  } tests[] = {
      {"One that is taken over once.",
       To(a, "spec.y", absl::StrCat(kMissingSource, kAlways)),
       To(a, "spec.z", kThere), R"({"y":"old","z":"kept"})"},
      {"One that follows its source.",
       To(a, "spec.y", absl::StrCat(kMissingSource, kAlways)),
       To(a, "spec.z", absl::StrCat(kThere, kAlways)),
       R"({"y":"old","z":"kept"})"},
      {"The first one has no last value.", To(a, "spec.none", kMissingSource),
       To(a, "spec.z", absl::StrCat(kThere, kAlways)), R"({"z":"kept"})"},
      {"Nothing is there to be kept.", To(a, "spec.none", kMissingSource),
       To(a, "spec.new", kThere), "{}"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = absl::StrCat("[", test.first, ",", test.second, "]"),
         .observed = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "spec": {"y": "old", "z": "kept"}}}})"});
    EXPECT_EQ(call.Spec(), test.want);
  }
}

// Each was lost once: Crossplane deletes a field that is not desired any more.
TEST(References, NeverDropAnObservedField) {
  const std::string a = R"({"resource": "a"})";
  const std::string always = R"(, "policy": {"resolve": "Always"})";
  const struct {
    const char* reason;
    std::string entries;
    const char* condition;
  } tests[] = {
      {"An entry behind a failed one, whose value is kept without asking.",
       absl::StrCat(To(a, "spec.x", kMissingSource), ",",
                    To(a, "spec.y", kThere)),
       "UNKNOWN FieldMissing a spec.x: spec.nope: no such field (composite "
       "spec.nope)"},
      {"One that is resolved always.",
       absl::StrCat(To(a, "spec.x", kMissingSource), ",",
                    To(a, "spec.y", absl::StrCat(kThere, always))),
       "UNKNOWN FieldMissing a spec.x: spec.nope: no such field (composite "
       "spec.nope)"},
      {"One that asks for nothing, because its only label has no value.",
       To(a, "spec.y",
          absl::StrCat(R"("fromObject": {"version": "v1", "kind":
           "ConfigMap", "matchLabels": [{"key": "k", "policy": "Optional",
           "valueFrom": {"composite": true, "fieldPath": "spec.nope"}}],
           "fieldPath": "data.k"})",
                       always)),
       "TRUE Resolved"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call({.entries = absl::StrCat("[", test.entries, "]"),
                        .observed = kObserved});
    EXPECT_EQ(call.Spec(), R"({"y":"old"})");
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

// A path with [*] is as many fields as it matches.
TEST(References, KeepTheLastValueOfEachMatch) {
  constexpr char kDesired[] = R"({"a": {"resource": {"apiVersion":
      "example.org/v1", "kind": "A", "spec": {"l": [{"n": 1}, {"n": 2},
      {"n": 3, "x": "own"}]}}}})";
  const struct {
    const char* reason;
    const char* observed;  // spec.l
    std::string source;
    const char* want;
    const char* ready;
  } tests[] = {
      {"Nothing has a value yet.", "[]", kMissingSource,
       R"([{"n":1},{"n":2},{"n":3,"x":"own"}])", R"("READY_FALSE")"},
      {"One has none.", R"([{"x": "old"}])", kMissingSource,
       R"([{"n":1,"x":"old"},{"n":2},{"n":3,"x":"own"}])", R"("READY_FALSE")"},
      {"All have one.", R"([{"x": "old"}, {"x": "older"}])", kMissingSource,
       R"([{"n":1,"x":"old"},{"n":2,"x":"older"},{"n":3,"x":"own"}])",
       "absent"},
      {"Once: only what has none gets the value.", R"([{"x": "old"}])", kThere,
       R"([{"n":1,"x":"old"},{"n":2,"x":"t"},{"n":3,"x":"own"}])", "absent"},
      {"Always: all get it.", R"([{"x": "old"}])",
       absl::StrCat(kThere, R"(, "policy": {"resolve": "Always"})"),
       R"([{"n":1,"x":"t"},{"n":2,"x":"t"},{"n":3,"x":"t"}])", "absent"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = absl::StrCat(
             "[", To(R"({"resource": "a"})", "spec.l[*].x", test.source), "]"),
         .desired = kDesired,
         .observed = absl::StrCat(R"({"a": {"resource": {"apiVersion":
             "example.org/v1", "kind": "A", "spec": {"l": )",
                                  test.observed, "}}}}")});
    EXPECT_EQ(call.At("desired.resources[a].resource.spec.l"), test.want);
    EXPECT_EQ(call.At("desired.composite.ready"), test.ready);
  }
}

// What a base has of a merged value is not all that the field holds.
TEST(References, KeepWhatAPolicyHasMerged) {
  const struct {
    const char* reason;
    const char* policy;
    const char* want;
  } tests[] = {
      {"Members are added.", "MergeObjects", R"({"m":{"a":1,"b":2}})"},
      {"The present ones are replaced, as by the value that is missing.",
       "ForceMergeObjects", R"({"m":{"a":0,"b":2}})"},
      {"Without merging, the desired value wins.", "Replace",
       R"({"m":{"a":1}})"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries =
             absl::StrCat("[",
                          To(R"({"resource": "a"})", "spec.m",
                             absl::StrCat(kMissingSource,
                                          R"(, "policy": {"resolve": "Always",
                                          "toFieldPath": ")",
                                          test.policy, "\"}")),
                          "]"),
         .desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "spec": {"m": {"a": 1}}}}})",
         .observed = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "spec": {"m": {"a": 0, "b": 2}}}}})"});
    EXPECT_EQ(call.Spec(), test.want);
    EXPECT_EQ(call.At("desired.composite"), "absent");
  }
}

}  // namespace
}  // namespace loom
