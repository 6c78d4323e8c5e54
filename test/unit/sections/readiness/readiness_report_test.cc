// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/readiness/readiness_section.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

// A composite that has the condition with that status and message.
std::string Composite(absl::string_view status, absl::string_view message) {
  return absl::StrCat(
      R"({"apiVersion": "example.org/v1", "kind": "X", "metadata": {"name": "x"},
          "status": {"conditions": [{"type": "ResourcesReady", "status": ")",
      status, R"(", "reason": "NotReady", "message": ")", message, R"("}]}})");
}

TEST(ReadinessReport, TellsChangesOnce) {
  const std::string waits = "db (Ready is False)";
  const struct {
    const char* reason;
    std::string composite;
    const char* ready;
    const char* condition;
    const char* results;
  } tests[] = {
      {"Something is not ready for the first time.", kLegacyComposite, "False",
       "FALSE NotReady db (Ready is False)",
       "NORMAL not ready: db (Ready is False) (NotReady)"},
      {"It is still the same.", Composite("False", waits), "False",
       "FALSE NotReady db (Ready is False)", ""},
      {"It is something else.", Composite("False", "web (withheld)"), "False",
       "FALSE NotReady db (Ready is False)",
       "NORMAL not ready: db (Ready is False) (NotReady)"},
      {"It was ready.", Composite("True", ""), "False",
       "FALSE NotReady db (Ready is False)",
       "NORMAL not ready: db (Ready is False) (NotReady)"},
      {"All is ready for the first time.", kLegacyComposite, "True",
       "TRUE AllReady", ""},
      {"It has become ready, which the resources tell.",
       Composite("False", waits), "True", "TRUE AllReady", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call({.input = R"("readiness": {"explain": true})",
                      .desired = {{"db", Managed()}},
                      .observed = {{"db", Managed(test.ready)}},
                      .composite = test.composite});
    EXPECT_EQ(call.Condition("ResourcesReady"), test.condition);
    EXPECT_EQ(call.Results(), test.results);
    EXPECT_EQ(call.At("meta.ttl"), R"("60s")") << "the resources are watched";
  }
}

TEST(ReadinessReport, ListsTenResources) {
  for (const int count : {10, 11, 40}) {
    SCOPED_TRACE(count);
    std::map<std::string, std::string> desired;
    for (int i = 0; i < count; ++i) {
      desired[absl::StrCat("r", 100 + i)] = Managed();
    }
    const SectionCall call(
        {.input = R"("readiness": {"explain": true})", .desired = desired});
    std::string want = "FALSE NotReady r100 (not observed yet)";
    for (int i = 1; i < 10; ++i) {
      absl::StrAppend(&want, ", r", 100 + i, " (not observed yet)");
    }
    if (count > 10) absl::StrAppend(&want, ", and ", count - 10, " more");
    EXPECT_EQ(call.Condition("ResourcesReady"), want);
  }
}

TEST(ReadinessReport, IsSilentUnlessItIsAskedFor) {
  const SectionCall call(
      {.input = R"("readiness": {})", .desired = {{"db", Managed()}}});
  EXPECT_EQ(call.Condition("ResourcesReady"), "absent");
  EXPECT_EQ(call.Results(), "");
}

}  // namespace
}  // namespace loom
