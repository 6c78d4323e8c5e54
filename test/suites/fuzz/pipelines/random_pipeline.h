// SPDX-License-Identifier: Apache-2.0
// RandomPipeline makes pipelines of two to five steps: the native input with some of its
// sections, the five drop-in inputs, and steps of others that add, change and remove
// resources. It also changes them, as authors and users do: resources come and go, move to
// another step, and the values for which references and expressions wait appear.
#pragma once

#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "test/suites/fuzz/pipelines/pipeline_world.h"

namespace loom::testing {

class RandomPipeline {
 public:
  explicit RandomPipeline(unsigned seed);

  // Changes something of the pipeline or of the world.
  void Change(PipelineWorld* world);

  std::vector<PipelineStep> Steps() const;

  // Sections of the native input that do not depend on each other, in one step and in
  // several. Both lists have the same entries in the same order.
  std::vector<PipelineStep> InOneStep() const;
  std::vector<PipelineStep> InSeveralSteps() const;

 private:
  enum class Kind {
    kNative,
    kPatches,
    kEnvironment,
    kExtra,
    kReady,
    kOrder,
    kForeign
  };
  // A dependent and what it depends on, both resources.
  struct Entry {
    int dependent, prerequisite;
    std::string more;
  };
  struct Step {
    Kind kind;
    std::set<int> resources;  // those that the step makes
    std::vector<Entry> entries;
    std::set<int> references;   // of the resource of that number
    std::set<int> objects;      // the same, from a ConfigMap
    std::set<int> expressions;  // the same, in a patch
    std::set<int> details;
    std::set<int> changes, removes;
    bool readiness = false;
  };

  int Below(int limit) { return int(random_() % unsigned(limit)); }
  bool Chance(int percent) { return Below(100) < percent; }
  static std::string Name(int number);
  Step MakeStep(Kind kind);
  // Entries of one dependent stand in one step.
  std::set<int> dependents_;
  std::string Input(const std::vector<const Step*>& steps) const;
  std::string DropIn(const Step& step) const;

  std::mt19937 random_;
  std::vector<Step> steps_;
  std::set<int>
      left_out_;  // whose condition is false, or that a foreign step omits
  std::vector<int> sizes_;
};

}  // namespace loom::testing
