// SPDX-License-Identifier: Apache-2.0
// Random pipelines, of which several steps are function-loom's, over several reconciles:
//
//   what a foreign step desires arrives as the step desired it
//   no observed resource is missing that any step desires or keeps, unless a step of
//     somebody else removes it afterwards
//   the conditions name what the sections of all steps wait for, and True is true
//   a resource that a condition reports as kept is desired by no step
//   the same call gives the same result; nothing that has not changed gives an event
//   sections that do not depend on each other give the same in several steps as in one
//
// LOOM_RANDOM=1-100000 plays so many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "function/protobuf.h"
#include "google/protobuf/util/message_differencer.h"
#include "re2/re2.h"
#include "test/suites/fuzz/pipelines/pipeline_world.h"
#include "test/suites/fuzz/pipelines/random_pipeline.h"

namespace loom::testing {
namespace {

using google::protobuf::util::MessageDifferencer;

constexpr int kReconciles = 6;
constexpr char kMore[] = " more";

std::pair<unsigned, unsigned> Seeds(unsigned last) {
  std::pair<unsigned, unsigned> seeds(1, last);
  if (const char* range = std::getenv("LOOM_RANDOM")) {
    const std::pair<std::string, std::string> ends = absl::StrSplit(range, '-');
    EXPECT_TRUE(absl::SimpleAtoi(ends.first, &seeds.first) &&
                absl::SimpleAtoi(ends.second, &seeds.second));
  }
  return seeds;
}

std::vector<std::string> EntriesOf(const v1::Condition& condition) {
  return absl::StrSplit(condition.message(), "; ", absl::SkipEmpty());
}

int Badness(v1::Status status) {
  return status == v1::STATUS_CONDITION_FALSE  ? 2
         : status == v1::STATUS_CONDITION_TRUE ? 0
                                               : 1;
}

bool Stays(const std::string& entry) {
  return absl::StrContains(entry, " stays");
}

void ExpectForeignArrives(const std::vector<PipelineStep>& steps,
                          const PipelineWorld& world,
                          const PipelineResult& result) {
  std::map<std::string, v1::Resource> wanted;
  for (size_t i = 0; i < steps.size(); ++i) {
    const auto& after = result.steps[i].response.desired().resources();
    for (const std::string& name : steps[i].removes) wanted.erase(name);
    for (const auto* names : {&steps[i].changes}) {
      for (const std::string& name : *names) {
        if (after.contains(name)) wanted[name] = after.at(name);
      }
    }
    for (const auto& [name, size] : steps[i].adds) {
      if (after.contains(name)) wanted[name] = after.at(name);
    }
    // A template of a later step replaces what an earlier step desires.
    for (auto each = wanted.begin(); each != wanted.end();) {
      const bool replaced = absl::StrContains(
          steps[i].input, absl::StrCat(R"("name": ")", each->first, "\""));
      each = replaced ? wanted.erase(each) : std::next(each);
    }
  }
  const auto& desired = result.desired().resources();
  for (const auto& [name, resource] : wanted) {
    if (!desired.contains(name)) {
      EXPECT_FALSE(world.IsObserved(name)) << name << " is dropped";
      continue;
    }
    EXPECT_TRUE(MessageDifferencer::Equals(desired.at(name).resource(),
                                           resource.resource()))
        << name << " does not arrive: " << desired.at(name).ShortDebugString();
  }
}

void ExpectNothingIsMissing(const std::vector<PipelineStep>& steps,
                            const PipelineWorld& world,
                            const PipelineResult& result) {
  std::map<std::string, size_t> desired_by;
  for (size_t i = 0; i < steps.size(); ++i) {
    for (const std::string& name : steps[i].removes) desired_by.erase(name);
    for (const auto& [name, resource] :
         result.steps[i].response.desired().resources()) {
      desired_by.try_emplace(name, i);
    }
  }
  for (const auto& [name, step] : desired_by) {
    if (!world.IsObserved(name) || IsOurUsage(name)) continue;
    EXPECT_TRUE(result.desired().resources().contains(name))
        << name << " of step " << step << " is missing";
  }
}

// What the steps say by themselves, by the type of the condition.
struct SaidAlone {
  std::map<std::string, std::set<std::string>> waits;
  std::map<std::string, int> worst;
};

SaidAlone AllSaidAlone(const PipelineResult& result) {
  SaidAlone all;
  for (const StepResult& step : result.steps) {
    for (const auto& [type, condition] : step.alone) {
      bool all_stay = condition.status() == v1::STATUS_CONDITION_FALSE &&
                      type == "DependenciesReady";
      for (const std::string& entry : EntriesOf(condition)) {
        if (Stays(entry)) continue;
        all_stay = false;
        if (!absl::EndsWith(entry, kMore)) all.waits[type].insert(entry);
      }
      if (all_stay) continue;
      all.worst[type] = std::max(all.worst[type], Badness(condition.status()));
    }
  }
  return all;
}

// What each step waits for by itself is named in the end. What is kept is decided again
// by each step.
void ExpectConditionsOfAllSteps(const PipelineResult& result) {
  SaidAlone alone = AllSaidAlone(result);
  for (const auto& [type, status] : alone.worst) {
    ASSERT_TRUE(result.conditions.contains(type)) << type;
    const v1::Condition& now = result.conditions.at(type);
    EXPECT_GE(Badness(now.status()), status) << now.ShortDebugString();
    if (now.status() == v1::STATUS_CONDITION_TRUE) {
      EXPECT_EQ(alone.waits[type].size(), 0u) << now.ShortDebugString();
    }
    const std::vector<std::string> shown = EntriesOf(now);
    if (!shown.empty() && absl::EndsWith(shown.back(), kMore)) continue;
    for (const std::string& entry : alone.waits[type]) {
      EXPECT_TRUE(absl::StrContains(now.message(), entry))
          << type << " lacks " << entry << ": " << now.message();
    }
  }
}

// What a condition reports as kept is what is observed, and no step desires it.
void ExpectKeptIsKept(const std::vector<PipelineStep>& steps,
                      const PipelineWorld& world,
                      const PipelineResult& result) {
  size_t last_native = 0, last_other = 0;
  for (size_t i = 0; i < steps.size(); ++i) {
    (steps[i].native ? last_native : last_other) = i;
  }
  const auto found = result.conditions.find("DependenciesReady");
  if (found == result.conditions.end() || last_other > last_native) return;
  for (const std::string& entry : EntriesOf(found->second)) {
    if (!Stays(entry)) continue;
    const std::string name = entry.substr(0, entry.find(' '));
    EXPECT_TRUE(world.IsObserved(name)) << entry;
    const auto& desired = result.desired().resources();
    ASSERT_TRUE(desired.contains(name)) << entry;
    auto spec = [](const google::protobuf::Struct& object) {
      return object.fields().at("spec").struct_value();
    };
    EXPECT_TRUE(MessageDifferencer::Equals(spec(desired.at(name).resource()),
                                           spec(world.living.at(name).object)))
        << entry;
    bool added = false;
    for (const PipelineStep& step : steps) {
      added =
          (added || step.adds.contains(name)) && !step.removes.contains(name);
    }
    EXPECT_FALSE(added) << entry;
  }
}

// The reason of a condition that is True is that of the last step, and the numbers of
// templates are others in each input.
std::string Shared(const v1::Condition& condition) {
  const bool is_true = condition.status() == v1::STATUS_CONDITION_TRUE;
  std::string message = condition.message();
  RE2::GlobalReplace(&message, R"(resources\[\d+\])", "resources[]");
  return absl::StrCat(condition.type(), " ", condition.status(), " ",
                      is_true ? "" : condition.reason(), " ", message);
}

// The conditions of the composite afterwards.
std::map<std::string, std::string> AllShared(const PipelineWorld& world,
                                             const PipelineResult& result) {
  std::map<std::string, std::string> all;
  for (const auto* conditions : {&world.conditions, &result.conditions}) {
    for (const auto& [type, condition] : *conditions) {
      all[type] = Shared(condition);
    }
  }
  return all;
}

bool IsChange(const v1::Result& result) {
  for (const char* type : {"ReferencesResolved: ", "ExpressionsResolved: ",
                           "DependenciesReady: "}) {
    if (absl::StartsWith(result.message(), type)) return true;
  }
  return false;
}

// A second call with the same state.
void ExpectTheSameAgain(const std::vector<PipelineStep>& steps,
                        PipelineWorld world, const PipelineResult& result) {
  for (const auto& [type, condition] : result.conditions) {
    world.conditions[type] = condition;
  }
  const PipelineResult again = world.Call(steps);
  EXPECT_TRUE(MessageDifferencer::Equals(again.desired(), result.desired()));
  EXPECT_EQ(AllShared(world, again), AllShared(world, result));
  for (const v1::Result& each : again.results) {
    EXPECT_FALSE(IsChange(each)) << "nothing has changed: " << each.message();
  }
}

void Describe(const std::vector<PipelineStep>& steps,
              const PipelineResult& result) {
  for (const StepResult& step : result.steps) {
    for (const v1::Condition& condition : step.response.conditions()) {
      std::cerr << "step " << &step - result.steps.data() << ": "
                << Shared(condition) << "\n";
    }
  }
  for (const PipelineStep& step : steps) {
    if (step.input.empty()) {
      std::cerr << "foreign: adds " << step.adds.size() << ", changes "
                << absl::StrJoin(step.changes, " ") << ", removes "
                << absl::StrJoin(step.removes, " ") << "\n";
    } else {
      std::cerr << step.input << "\n";
    }
  }
}

TEST(Pipelines, LoseNothingAndRevertNothing) {
  const auto [first, last] = Seeds(200);
  const Function function;
  int kept = 0, waiting = 0;
  for (unsigned seed = first; seed <= last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    RandomPipeline pipeline(seed);
    PipelineWorld world(function, seed);
    for (int round = 0; round < kReconciles; ++round) {
      SCOPED_TRACE(absl::StrCat("reconcile ", round));
      pipeline.Change(&world);
      const std::vector<PipelineStep> steps = pipeline.Steps();
      const PipelineResult result = world.Call(steps);
      ASSERT_FALSE(result.fatal) << result.results.back().message();
      ExpectForeignArrives(steps, world, result);
      ExpectNothingIsMissing(steps, world, result);
      ExpectConditionsOfAllSteps(result);
      ExpectKeptIsKept(steps, world, result);
      ExpectTheSameAgain(steps, world, result);
      if (HasFailure()) {
        Describe(steps, result);
        FAIL();
      }
      for (const auto& [type, condition] : result.conditions) {
        kept += condition.reason() == "KeptForDependents";
        waiting += condition.status() != v1::STATUS_CONDITION_TRUE;
      }
      world.Apply(result);
    }
  }
  // If nothing was kept and nothing waited, the test would prove nothing.
  RecordProperty("kept", kept);
  RecordProperty("waiting", waiting);
  if (last - first < 100) return;
  EXPECT_GT(kept, 20);
  EXPECT_GT(waiting, 200);
}

// The desired state without the readiness of the composite's message order.
TEST(Pipelines, GiveTheSameInOneStepAndInSeveral) {
  const auto [first, last] = Seeds(200);
  const Function function;
  for (unsigned seed = first; seed <= last; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    RandomPipeline pipeline(seed);
    PipelineWorld world(function, seed);
    if (pipeline.InSeveralSteps().empty()) continue;
    for (int round = 0; round < kReconciles; ++round) {
      SCOPED_TRACE(absl::StrCat("reconcile ", round));
      pipeline.Change(&world);
      const PipelineResult one = world.Call(pipeline.InOneStep());
      const PipelineResult several = world.Call(pipeline.InSeveralSteps());
      ASSERT_FALSE(one.fatal) << one.results.back().message();
      ASSERT_FALSE(several.fatal) << several.results.back().message();
      std::string difference;
      MessageDifferencer differencer;
      differencer.ReportDifferencesToString(&difference);
      EXPECT_TRUE(differencer.Compare(one.desired(), several.desired()))
          << difference;
      EXPECT_EQ(AllShared(world, several), AllShared(world, one));
      if (HasFailure()) {
        for (const StepResult& step : several.steps) {
          std::cerr << step.response.context().ShortDebugString() << "\n";
        }
        for (const PipelineStep& step : pipeline.InSeveralSteps()) {
          std::cerr << step.input << "\n";
        }
        FAIL();
      }
      world.Apply(one);
    }
  }
}

}  // namespace
}  // namespace loom::testing
