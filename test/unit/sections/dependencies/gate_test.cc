// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/gate.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/brief.h"
#include "test/testing/json.h"

namespace loom {
namespace {

Prerequisite NamedGate(const char* pattern) {
  static const AuthorInput* input = nullptr;
  delete input;
  input = new AuthorInput(absl::StrCat(R"({"resource": ")", pattern, "\"}"),
                          Dialect::kNative);
  Fields fields(input->root());
  Prerequisite prerequisite;
  prerequisite.resource = NamePattern::Parse(fields, "resource");
  return prerequisite;
}

std::string Reported(const std::optional<Wait>& wait) {
  return wait.has_value() ? absl::StrCat(wait->reason, " ", wait->text) : "";
}

TEST(ResourceGate, SaysWhatIsWaitedFor) {
  constexpr auto kConditions = ResourceGate::Wants::kConditions;
  constexpr auto kObserved = ResourceGate::Wants::kObserved;
  const FoundResource kHolds{.name = "a", .observed = true, .holds = true};
  const FoundResource kWaits{.name = "b", .observed = true};
  const FoundResource kNew{.name = "c"};
  const struct {
    const char* reason;
    std::vector<FoundResource> found;
    ResourceGate::Wants wants;
    bool ignores_missing;
    const char* suggestion;
    const char* want;
    bool of_template = false;
  } tests[] = {
      {"All hold.", {kHolds}, kConditions, false, "", ""},
      {"One does not.",
       {kHolds, kWaits, kNew},
       kConditions,
       false,
       "",
       "WaitingForDependencies waiting for p (1 of 3 ready)"},
      {"For references it is enough that they are observed.",
       {kHolds, kWaits},
       kObserved,
       false,
       "",
       ""},
      {"One is not observed.",
       {kHolds, kNew},
       kObserved,
       false,
       "",
       "WaitingForDependencies waiting for p (1 of 2 ready)"},
      {"None exists.",
       {},
       kConditions,
       false,
       "",
       "DependencyMissing dependency p is missing"},
      {"None exists, but one like it does.",
       {},
       kConditions,
       false,
       "q",
       "DependencyMissing dependency p is missing (q?)"},
      {"None exists, and that is no matter.", {}, kConditions, true, "", ""},
      {"What exists is waited for in any case.",
       {kWaits},
       kConditions,
       true,
       "",
       "WaitingForDependencies waiting for p (0 of 1 ready)"},
      {"It does not wait for itself.",
       {{.name = "d"}},
       kConditions,
       false,
       "",
       ""},
      {"It does not wait for itself among others.",
       {kHolds, {.name = "d"}, {.name = "e"}},
       kConditions,
       false,
       "",
       "WaitingForDependencies waiting for p (1 of 2 ready)"},
      {"An item does not wait for the name of its template.",
       {kWaits, {.name = "d"}},
       kConditions,
       false,
       "",
       "",
       true},
      {"What is no item of it does.",
       {kWaits},
       kConditions,
       false,
       "",
       "WaitingForDependencies waiting for p (0 of 1 ready)",
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const Prerequisite prerequisite = NamedGate("p");
    const FoundResources found{test.found, test.of_template};
    const ResourceGate gate(prerequisite, found, test.ignores_missing,
                            test.suggestion);
    EXPECT_EQ(Brief(Reported(gate.Judge("d", test.wants))), test.want);
  }
}

TEST(ObjectGate, SaysWhatIsWaitedFor) {
  const struct {
    const char* reason;
    FoundObject found;
    bool ignores_missing;
    const char* want;
  } tests[] = {
      {"It holds.", {.holds = true}, false, ""},
      {"It does not.",
       {},
       false,
       "WaitingForDependencies waiting for shared (0 of 1 ready)"},
      {"It does not exist.",
       {.missing = true},
       false,
       "DependencyMissing dependency Object shared is missing"},
      {"It does not exist, and that is no matter.",
       {.missing = true},
       true,
       ""},
      {"It may not be read, which is no matter of existing.",
       {.refusal = "not allowed for this kind"},
       true,
       "InvalidDependency dependency Object shared: not allowed for this "
       "kind"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Prerequisite prerequisite;
    prerequisite.object.name = "shared";
    EXPECT_EQ(Reported(JudgeObject(prerequisite, "Object", test.found,
                                   test.ignores_missing)),
              test.want);
  }
}

}  // namespace
}  // namespace loom
