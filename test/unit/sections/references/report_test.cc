// SPDX-License-Identifier: Apache-2.0
#include "sections/references/report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

constexpr char kRequestReferenceReport[] = R"({"observed": {"resources":
    {"old": {"resource": {"kind": "A"}}}},
    "desired": {"resources": {"old": {"resource": {"kind": "A"}},
                              "new": {"resource": {"kind": "A"}}}},
    "input": {"apiVersion": "loom.fn.crossplane.io/v1beta1"}})";

using ::testing::ElementsAre;
using ::testing::FieldsAre;

const Place kOld{.name = "old"};
const Place kNew{.name = "new"};

struct Reported {
  Reported()
      : call(RequestBytes(kRequestReferenceReport)),
        report(&call.state, &outcome) {}

  std::string Texts() const {
    return absl::StrJoin(
        outcome.remarks, " | ", [](std::string* out, const Remark& remark) {
          absl::StrAppend(out, remark.reason, remark.text.empty() ? "" : ": ",
                          remark.text);
        });
  }

  TestCall call;
  Outcome outcome;
  ReferenceReport report;
};

TEST(ReferenceReport, SaysWhatIsMissingAndWhatFollows) {
  const Failure failure{.reason = reasons::kNotFound,
                        .cause = "object not found",
                        .where = "v1 ConfigMap a/b data.x"};
  const struct {
    const char* reason;
    const Place& place;
    Keep kept;
    const char* text;
    bool not_ready;
    size_t withheld;
  } tests[] = {
      {"A new resource is withheld.", kNew, Keep::kNothing,
       "new spec.x: object not found (v1 ConfigMap a/b data.x)", true, 1},
      {"One that is there never is.", kOld, Keep::kNothing,
       "old spec.x: object not found (v1 ConfigMap a/b data.x)", true, 0},
      {"A value that is kept does not alarm anybody.", kOld, Keep::kObserved,
       "old spec.x: object not found, the last value is kept (v1 ConfigMap a/b "
       "data.x)",
       false, 0},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Reported reported;
    reported.report.Begin();
    ASSERT_TRUE(
        reported.report
            .Add(test.place,
                 {.field = "spec.x", .kept = test.kept, .failure = failure})
            .ok());
    EXPECT_TRUE(reported.report.Finish().ok());
    EXPECT_TRUE(reported.report.HasStopped(test.place));
    EXPECT_EQ(reported.Texts(),
              absl::StrCat("ReferenceNotFound: ", test.text, " | Resolved"));
    EXPECT_EQ(reported.outcome.not_ready, test.not_ready);
    EXPECT_EQ(reported.outcome.withheld.size(), test.withheld);
  }
}

TEST(ReferenceReport, GivesEachWithheldResourceItsReason) {
  const Failure failure{.reason = reasons::kNotFound,
                        .cause = "object not found"};
  const Place kPlaceA{.name = "a"}, kPlaceB{.name = "b"}, kPlaceC{.name = "c"};
  Reported reported;
  ReferenceReport& report = reported.report;
  const absl::Status added[] = {
      report.Add(kPlaceA, {.field = "spec.x",
                           .failure = failure,
                           .entry = "references[0]",
                           .waits_for = "b"}),
      report.Add(kPlaceB, {.field = "",
                           .failure = failure,
                           .entry = "references[1]",
                           .waits_for = "a"}),
      // The first reference keeps its value, and the one after it has none.
      report.Add(kPlaceC, {.field = "spec.x",
                           .kept = Keep::kDesired,
                           .failure = failure,
                           .entry = "references[2]"}),
      report.AddStopped(kPlaceC, Keep::kNothing),
      report.Add(
          kNew,
          {.field = "spec.x", .failure = failure, .entry = "references[4]"}),
      report.Finish()};
  for (const absl::Status& status : added) EXPECT_TRUE(status.ok());
  EXPECT_THAT(
      reported.outcome.withheld,
      ElementsAre(
          FieldsAre("a", "reference cycle a -> b -> a", "references[0]"),
          FieldsAre("b", "reference cycle a -> b -> a", "references[1]"),
          FieldsAre("c",
                    "spec.x: object not found, the last value is "
                    "kept",
                    "references[2]"),
          FieldsAre("new", "spec.x: object not found", "references[4]")));
}

TEST(ReferenceReport, OfNothingIsIdle) {
  Reported reported;
  EXPECT_TRUE(reported.report.Finish().ok());
  EXPECT_EQ(reported.Texts(), "NoReferences");
  EXPECT_TRUE(reported.outcome.remarks.front().idle);
}

TEST(ReferenceReport, MakesTheCallFatalOnceAllIsAnswered) {
  const Failure failure{.reason = reasons::kNotFound, .cause = "gone"};
  for (bool waits : {false, true}) {
    Reported reported;
    ASSERT_TRUE(reported.report
                    .Add(kOld, {.field = "", .failure = failure, .fatal = true})
                    .ok());
    reported.outcome.waits = waits;
    EXPECT_EQ(reported.report.Finish().message(), waits ? "" : "old: gone");
  }
}

TEST(ReferenceReport, HidesAMistakeOfARedactedCall) {
  Reported reported;
  reported.report.AddMistake("composite spec.x: quotes a value", 0);
  reported.call.state.pool->NoteSecret();
  reported.report.AddMistake("composite spec.x: quotes a value", 1);
  EXPECT_EQ(reported.Texts(),
            "InvalidReference: composite spec.x: quotes a value | "
            "InvalidReference: the composite has an invalid reference");
}

}  // namespace
}  // namespace loom
