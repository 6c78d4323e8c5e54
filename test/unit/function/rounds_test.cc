// SPDX-License-Identifier: Apache-2.0
// How function/run.h folds the outcomes of sections, shown with sections of a test.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "function/run.h"
#include "test/testing/json.h"
#include "test/testing/test_call.h"

namespace loom {
namespace {

// Sections of a test: what `run` says, once it is run.
class FakeSection : public Section {
 public:
  using Body = std::function<absl::Status(Call&, Outcome*)>;

  explicit FakeSection(Body run, bool asks = false)
      : run_(std::move(run)), asks_(asks) {}
  bool asks() const override { return asks_; }
  absl::Status Run(Call& call, Outcome* outcome) const override {
    return run_(call, outcome);
  }

 private:
  Body run_;
  bool asks_;
};

// Runs fake sections on a request in the place of those of a native input.
ParsedResponse RunSections(absl::string_view request,
                           std::vector<FakeSection> sections) {
  TestCall call(RequestBytes(request));
  Plan plan;
  for (FakeSection& section : sections) {
    plan.sections.push_back(
        std::make_unique<const FakeSection>(std::move(section)));
  }
  EXPECT_TRUE(loom::Run(plan, call.state, &call.response).ok());
  return call.Respond();
}

constexpr char kShop[] = R"({"observed": {"composite": {"resource": {
    "apiVersion": "demo.example.org/v1", "kind": "XApp",
    "metadata": {"name": "shop"}}}},
    "desired": {"resources": {"other": {"ready": "READY_TRUE"}}})";

// A definition, an object of its kind, and the object that this one names: each
// is asked for once the one before it is here, and all of them every time.
FakeSection Chain() {
  return FakeSection(
      [](Call& call, Outcome* outcome) -> absl::Status {
        const Requirement crd{"apiextensions.k8s.io/v1",
                              "CustomResourceDefinition",
                              {},
                              "networks.example.org",
                              {}};
        Requirement object{"example.org/v1", "Network", {}, "first", {}};
        while (true) {
          bool first = outcome->requirements.empty();
          Requirement next = first ? crd : object;
          std::string key = CanonicalKey(next);
          if (!outcome->requirements.emplace(key, next).second) break;
          LOOM_ASSIGN_OR_RETURN(auto answer, call.required.Answer(key));
          outcome->waits = !answer.has_value();
          if (outcome->waits) return absl::OkStatus();
          if (!first && !answer->empty()) {
            const Value* peer = Dig(*answer->front(), {"spec", "peer"});
            if (peer == nullptr) break;
            object.name = std::string(View(*peer));
          }
        }
        return call.context.Set("found", Value(true));
      },
      /*asks=*/true);
}

TEST(Run, FollowsAChainOfObjectsInThreeRounds) {
  constexpr char kCrd[] =
      R"("obj:apiextensions.k8s.io/v1/CustomResourceDefinition//)"
      R"(networks.example.org": {"items": [{"resource": {}}]})";
  constexpr char kFirst[] =
      R"("obj:example.org/v1/Network//first": {"items": [{"resource":
         {"spec": {"peer": "second"}}}]})";
  constexpr char kSecond[] =
      R"("obj:example.org/v1/Network//second": {"items": [{"resource": {}}]})";
  const struct {
    const char* reason;
    std::string answers;
    size_t asked;
    bool done;
  } tests[] = {
      {"The first round asks for the definition.", "", 1, false},
      {"The second for an object of its kind, too.", kCrd, 2, false},
      {"The third for the object that this one names.",
       absl::StrCat(kCrd, ",", kFirst), 3, false},
      {"Then everything is there, and still asked for.",
       absl::StrCat(kCrd, ",", kFirst, ",", kSecond), 3, true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ParsedResponse response = RunSections(
        absl::StrCat(kShop, R"(, "requiredResources": {)", test.answers, "}}"),
        {Chain()});
    Value asked = Json(response.At("requirements.resources"));
    EXPECT_EQ(asked.MemberCount(), test.asked);
    EXPECT_EQ(response.At("context.found"), test.done ? "true" : "absent");
    EXPECT_EQ(response.At("meta.ttl"), test.done ? R"("60s")" : R"("0s")");
  }
}

FakeSection Asking(const char* name) {
  return FakeSection(
      [name](Call&, Outcome* outcome) -> absl::Status {
        Requirement requirement{"v1", "ConfigMap", {}, name, {}};
        outcome->requirements.emplace(CanonicalKey(requirement), requirement);
        outcome->waits = true;
        return absl::OkStatus();
      },
      /*asks=*/true);
}

FakeSection Failing() {
  return FakeSection(
      [](Call&, Outcome* outcome) -> absl::Status {
        outcome->conditions.push_back({"DependenciesReady",
                                       ConditionStatus::kFalse, "Waiting",
                                       "db: waiting"});
        return absl::FailedPreconditionError("broken");
      },
      /*asks=*/true);
}

FakeSection Writing() {
  return FakeSection([](Call& call, Outcome* outcome) -> absl::Status {
    outcome->results.push_back({Severity::kWarning, "written", ""});
    call.composed.EraseDesired("other");
    return call.context.Set("written", Value(true));
  });
}

TEST(Run, MakesTheAnswerOfACallThatWaitsFromTheRequest) {
  const struct {
    const char* reason;
    std::vector<FakeSection> sections;
    size_t asked;
  } tests[] = {
      {"What came before it is undone.", {Writing(), Asking("a")}, 1},
      {"What comes behind it asks, too.", {Asking("a"), Asking("b")}, 2},
      {"What comes behind it and asks for nothing does not run.",
       {Asking("a"), Writing()},
       1},
      {"An error is none while something may be answered.",
       {Asking("a"), Failing(), Asking("b")},
       2},
      {"… nor if it comes first.", {Failing(), Asking("b")}, 1},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ParsedResponse response =
        RunSections(absl::StrCat(kShop, "}"), test.sections);
    EXPECT_EQ(Json(response.At("requirements.resources")).MemberCount(),
              test.asked);
    EXPECT_EQ(response.At("desired"),
              R"({"resources":{"other":{"ready":"READY_TRUE"}}})");
    EXPECT_EQ(response.At("results"), "absent");
    EXPECT_EQ(response.At("conditions"), "absent");
    EXPECT_EQ(response.At("context.written"), "absent");
  }
}

TEST(Run, KeepsWhatWasKnownBeforeItFailed) {
  ParsedResponse response =
      RunSections(absl::StrCat(kShop, "}"), {Writing(), Failing(), Writing()});
  EXPECT_EQ(response.At("desired"),
            R"({"resources":{"other":{"ready":"READY_TRUE"}}})");
  EXPECT_EQ(response.At("context"), "absent");
  EXPECT_EQ(response.At("results[0].message"), R"("written")");
  // It says why the condition is as it is.
  EXPECT_EQ(response.At("results[1].message"), R"("broken")");
  EXPECT_EQ(response.At("results[2]"), "absent");
  EXPECT_EQ(response.At("conditions[0].type"), R"("DependenciesReady")");
  // What waits looks again soon.
  EXPECT_EQ(response.At("meta.ttl"), R"("15s")");
}

TEST(Run, FoldsOutcomesOfAllSections) {
  auto says = [](const char* type, ConditionStatus status) {
    return FakeSection([=](Call&, Outcome* outcome) -> absl::Status {
      outcome->conditions.push_back({type, status, "Why", "because"});
      return absl::OkStatus();
    });
  };
  FakeSection withholds([](Call&, Outcome* outcome) -> absl::Status {
    outcome->withheld.push_back({"other", "why", "dependencies[0]"});
    return absl::OkStatus();
  });
  ParsedResponse response = RunSections(
      absl::StrCat(kShop, "}"),
      {withholds, says("ConnectionDetailsReady", ConditionStatus::kTrue),
       says("ReferencesResolved", ConditionStatus::kFalse)});
  EXPECT_EQ(response.At("conditions[0].type"), R"("ReferencesResolved")");
  EXPECT_EQ(response.At("conditions[1].type"), R"("ConnectionDetailsReady")");
  EXPECT_EQ(response.At("results[0].message"),
            R"("ReferencesResolved: because")");
  EXPECT_EQ(response.At("desired.resources"), "absent");
  EXPECT_EQ(response.At("desired.composite.ready"), R"("READY_FALSE")");
  EXPECT_EQ(response.At("meta.ttl"), R"("15s")");
}

}  // namespace
}  // namespace loom
