// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/references.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

// An entry for ids of groups, whose kind is known.
std::string InputTypedReferences(absl::string_view members,
                                 absl::string_view more = "") {
  return absl::StrCat(
      R"({"typedReferences": [{"target": {"resource": "a"},
          "field": "spec.groupIds", "refField": "spec.groupRefs",
          "list": true, "references": {"group": "net.example.org",
          "version": "v1", "resource": "Group", "path": "status.id"},
          "conditions": {"synced": []})",
      members, "}", more, R"(],
      "kinds": [{"group": "net.example.org", "resource": "groups",
                 "kind": "Group", "scope": "Cluster"}]})");
}

std::string CompositeWith(absl::string_view spec) {
  return absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x", "namespace": "team-a"}, "spec": )",
                      spec, "}");
}

std::string DesiredTypedReferences(absl::string_view spec) {
  return absl::StrCat(R"({"a": {"resource": {"apiVersion": "example.org/v1",
      "kind": "A", "spec": )",
                      spec, "}}}");
}

std::string Group(absl::string_view name, absl::string_view id) {
  return absl::StrCat("\"obj:net.example.org/v1/Group//", name,
                      R"(": {"items": [{"resource": {"kind": "Group",
                         "status": {"id": ")",
                      id, R"("}}}]})");
}

constexpr char kRefs[] =
    R"({"groupRefs": [{"from": {"name": "b"}}, {"from": {"name": "c"}}]})";
const char* const kAbsentC = R"("obj:net.example.org/v1/Group//c": {})";

TEST(TypedReferences, FillAFieldFromTheOneBesideIt) {
  const std::string both =
      absl::StrCat("{", Group("b", "g-b"), ",", Group("c", "g-c"), "}");
  const std::string one =
      absl::StrCat("{", Group("b", "g-b"), ",", kAbsentC, "}");
  constexpr char kNoC[] =
      "UNKNOWN ReferenceNotFound a spec.groupIds: object not found "
      "(net.example.org/v1 Group c status.id)";
  const struct {
    const char* reason;
    const char* composite;
    std::string desired;
    std::string observed;
    std::string answers;
    const char* members;
    const char* spec;
    const char* condition;
  } tests[] = {
      {"The values, in the order of the references.", kRefs,
       DesiredTypedReferences("{}"), "{}", both, "",
       R"({"groupIds":["g-b","g-c"]})", "TRUE Resolved"},
      {"All or nothing.", kRefs, DesiredTypedReferences("{}"), "{}", one, "",
       "absent", kNoC},
      {"The value alone.", "{}",
       DesiredTypedReferences(R"({"groupIds": ["g-x"]})"), "{}", "{}", "",
       R"({"groupIds":["g-x"]})", "absent"},
      {"Both.", kRefs, DesiredTypedReferences(R"({"groupIds": ["g-x"]})"), "{}",
       "{}", "", "absent",
       "FALSE ReferenceAndValueSet a spec.groupIds: both resource reference "
       "wrapper and ID cannot be used together: spec.groupIds,spec.groupRefs"},
      {"Both, of a resource that is there: it stays as it is.", kRefs,
       DesiredTypedReferences(R"({"groupIds": ["g-x"]})"),
       DesiredTypedReferences(R"({"groupIds": ["g-y"]})"), "{}", "",
       R"({"groupIds":["g-x"]})",
       "FALSE ReferenceAndValueSet a spec.groupIds: both resource reference "
       "wrapper and ID cannot be used together: spec.groupIds,spec.groupRefs"},
      {"Neither.", R"({"groupRefs": []})", DesiredTypedReferences("{}"), "{}",
       "{}", "", "{}", "absent"},
      {"Neither, but required.", R"({"groupRefs": [{}]})",
       DesiredTypedReferences("{}"), "{}", "{}", R"(, "required": true)",
       "absent",
       "FALSE ReferenceOrValueRequired a spec.groupIds: resource reference "
       "wrapper or ID required: spec.groupIds,spec.groupRefs"},
      {"Neither, but required, and there is a value from before.", "{}",
       DesiredTypedReferences("{}"),
       DesiredTypedReferences(R"({"groupIds": ["g-y"]})"), "{}",
       R"(, "required": true)", R"({"groupIds":["g-y"]})",
       "FALSE ReferenceOrValueRequired a spec.groupIds: resource reference "
       "wrapper or ID required: spec.groupIds,spec.groupRefs, the last value "
       "is "
       "kept"},
      {"The last value stays while an object is away.", kRefs,
       DesiredTypedReferences("{}"),
       DesiredTypedReferences(R"({"groupIds": ["g-y"]})"), one, "",
       R"({"groupIds":["g-y"]})",
       "UNKNOWN ReferenceNotFound a spec.groupIds: object not found, the last "
       "value is kept (net.example.org/v1 Group c status.id)"},
      {"A resource without the field stays, too.", kRefs,
       DesiredTypedReferences("{}"), DesiredTypedReferences(R"({"z": 1})"), one,
       "", "{}", kNoC},
      {"The user takes the reference away: so does the field go.", "{}",
       DesiredTypedReferences("{}"),
       DesiredTypedReferences(R"({"groupIds": ["g-y"]})"), "{}", "", "{}",
       "absent"},
      {"Anything that holds no references.", R"({"groupRefs": "b"})",
       DesiredTypedReferences("{}"), "{}", "{}", "", "absent",
       "FALSE InvalidReference a spec.groupIds: spec.groupRefs: expected a "
       "list"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call({.desired = test.desired,
                        .observed = test.observed,
                        .composite = CompositeWith(test.composite),
                        .answers = test.answers,
                        .more = InputTypedReferences(test.members)});
    EXPECT_EQ(call.Spec(), test.spec);
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

// Its kind may not know the field, and then the API server refuses the object.
TEST(TypedReferences, LeaveNoReferenceInTheDesiredResource) {
  const struct {
    const char* reason;
    const char* observed;
    std::string answers;
    const char* spec;
  } tests[] = {
      {"It is resolved.", "{}",
       absl::StrCat("{", Group("b", "g-b"), ",", Group("c", "g-c"), "}"),
       R"({"groupIds":["g-b","g-c"]})"},
      {"It is not, and the resource exists.", kObserved,
       absl::StrCat("{", Group("b", "g-b"), ",", kAbsentC, "}"), "{}"},
      {"Nothing is changed before all is answered.", "{}", "{}", kRefs},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.desired = DesiredTypedReferences(kRefs),
         .observed = test.observed,
         .answers = test.answers,
         .more = InputTypedReferences(R"(, "refSource": "Desired")")});
    Pool pool;
    EXPECT_EQ(call.Spec(),
              CompactJson(ParseJson(test.spec, &pool).value()).value());
  }
}

// Neither is deleted meanwhile.
TEST(TypedReferences, ThatReferToEachOtherWaitUnlessTheStateDoesNotCount) {
  auto entry = [](absl::string_view of, bool skips) {
    return absl::StrCat(R"({"target": {"resource": ")", of,
                        R"("}, "field": "spec.peerId",
            "refField": "spec.)",
                        of, R"(Peer", "references": {"group": "net.example.org",
            "version": "v1", "resource": "Group", "path": "status.id"},
            "skipResourceStateValidations": )",
                        skips ? "true" : "false", "}");
  };
  auto object = [](absl::string_view name) {
    return absl::StrCat("\"", name, R"(": {"resource": {"apiVersion":
        "net.example.org/v1", "kind": "Group", "metadata": {"name": ")",
                        name, R"("}, "spec": {}, "status": {"id": "g-)", name,
                        R"("}}})");
  };
  for (bool skips : {false, true}) {
    const std::string both =
        absl::StrCat("{", object("a"), ",", object("b"), "}");
    ReferenceCall call(
        {.desired = both,
         .observed = both,
         .composite = CompositeWith(R"({"aPeer": {"from": {"name": "b"}},
                                       "bPeer": {"from": {"name": "a"}}})"),
         .answers =
             absl::StrCat("{", Group("a", "g-a"), ",", Group("b", "g-b"), "}"),
         .more = absl::StrCat(R"({"typedReferences": [)", entry("a", skips),
                              ",", entry("b", skips), R"(], "kinds": [{"group":
                 "net.example.org", "resource": "groups", "kind": "Group",
                 "scope": "Cluster"}]})")});
    EXPECT_EQ(call.Spec(), skips ? R"({"peerId":"g-b"})" : "{}");
    EXPECT_EQ(call.At("desired.resources[b].resource.spec"),
              skips ? R"({"peerId":"g-a"})" : "{}");
    EXPECT_EQ(call.Condition().substr(0, 7), skips ? "TRUE Re" : "UNKNOWN");
  }
}

TEST(TypedReferences, OfAResourceThatIsBeingDeletedAreNotResolved) {
  ReferenceCall call(
      {.desired = DesiredTypedReferences("{}"),
       .observed = R"({"a": {"resource": {"apiVersion": "example.org/v1",
           "kind": "A", "metadata": {"deletionTimestamp":
           "2026-02-03T04:05:06Z"}, "spec": {"groupIds": ["g-y"]}}}})",
       .composite = CompositeWith(kRefs),
       .more = InputTypedReferences("")});
  EXPECT_EQ(call.Spec(), R"({"groupIds":["g-y"]})");
  EXPECT_EQ(call.At("requirements"), "absent");
}

TEST(TypedReferences, OfOneTargetStopAtTheFirstFailure) {
  ReferenceCall call(
      {.desired = DesiredTypedReferences("{}"),
       .observed = kObserved,
       .composite = CompositeWith(kRefs),
       .answers = absl::StrCat("{", Group("b", "g-b"), ",", kAbsentC, "}"),
       .more = InputTypedReferences("", R"(, {"target": {"resource": "a"},
           "field": "spec.first", "refField": "spec.groupRefs", "list": true,
           "references": {"group": "net.example.org", "version": "v1",
           "resource": "Group", "path": "status.id"},
           "skipResourceStateValidations": true})")});
  EXPECT_EQ(call.Spec(), "{}");
  EXPECT_EQ(call.Condition(),
            "UNKNOWN ReferenceNotFound a spec.groupIds: object not found "
            "(net.example.org/v1 Group c status.id)");
}

// A call that waits does not render templates, so the resource is only observed.
TEST(TypedReferences, LeaveAResourceAloneThatIsNotRenderedYet) {
  ReferenceCall call(
      {.desired = "{}",
       .observed = R"({"a": {"resource": {"apiVersion": "example.org/v1",
           "kind": "A", "metadata": {"deletionTimestamp":
           "2026-02-03T04:05:06Z"}, "spec": {"groupIds": ["g-x"]}}}})",
       .composite = CompositeWith(kRefs),
       .more = InputTypedReferences("", R"(], "extraResources": [{"into": "e",
           "apiVersion": "v1", "kind": "ConfigMap", "namespace": "team-a",
           "ref": {"name": "new"}})")});
  EXPECT_EQ(call.At("desired.resources"), "absent");
  EXPECT_EQ(call.Condition(), "absent");
}

}  // namespace
}  // namespace loom
