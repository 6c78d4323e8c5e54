// SPDX-License-Identifier: Apache-2.0
// PipelineWorld plays pipelines of several steps as Crossplane does, in a cluster that
// applies what is desired and deletes what is not: each step is called until it asks for
// nothing more, and gets the desired state and the context that the step before returned.
// The conditions of the last step count, and become the status of the composite.
//
//   PipelineWorld world(seed);
//   PipelineResult result = world.Call(steps, context_of_the_first);
//   world.Apply(result);
//
// A foreign step stands for a function of somebody else. It adds, changes and removes
// desired resources, and passes the rest on.
#pragma once

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "function/function.h"
#include "google/protobuf/struct.pb.h"

namespace loom::testing {

namespace v1 = ::apiextensions::fn::proto::v1;

struct PipelineStep {
  // The input as JSON; "": the step is a foreign one.
  std::string input;
  bool native = false;
  // What a foreign step does: the size that it desires of a resource, the resources that
  // it labels if they are desired, and those that it removes.
  std::map<std::string, int> adds = {};
  std::set<std::string> changes = {};
  std::set<std::string> removes = {};
};

// What one step returned.
struct StepResult {
  v1::RunFunctionResponse response;
  // The conditions that it returns if it cannot see what earlier steps have decided.
  std::map<std::string, v1::Condition> alone;
};

struct PipelineResult {
  std::vector<StepResult> steps;
  std::map<std::string, v1::Condition> conditions;
  std::vector<v1::Result> results;
  bool fatal = false;

  const v1::State& desired() const { return steps.back().response.desired(); }
};

class PipelineWorld {
 public:
  PipelineWorld(const Function& function, unsigned seed)
      : function_(function), random_(seed) {}

  // An observed resource.
  struct Living {
    google::protobuf::Struct object;
    // Crossplane has deleted it, so it is not observed, and a finalizer holds it.
    bool leaving = false;
  };

  PipelineResult Call(const std::vector<PipelineStep>& steps);
  void Apply(const PipelineResult& result);

  bool IsObserved(const std::string& name) const;

  // The fields of the composite's spec, and the ConfigMaps that there are.
  std::map<std::string, std::string> spec;
  std::set<std::string> configs;
  std::map<std::string, Living> living;
  std::map<std::string, v1::Condition> conditions;

 private:
  v1::Resources Find(const v1::ResourceSelector& selector) const;
  v1::RunFunctionRequest First() const;
  v1::RunFunctionResponse Answer(v1::RunFunctionRequest request) const;
  static v1::RunFunctionResponse Foreign(const PipelineStep& step,
                                         const v1::RunFunctionRequest& request);

  const Function& function_;
  std::mt19937 random_;
};

// Returns the Struct of a JSON text.
google::protobuf::Struct ObjectOf(const std::string& json);

// Returns a resource with that size.
google::protobuf::Struct ThingOf(const std::string& name, int size);

bool IsOurUsage(const std::string& name);

}  // namespace loom::testing
