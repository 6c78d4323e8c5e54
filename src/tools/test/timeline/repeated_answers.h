// SPDX-License-Identifier: Apache-2.0
// RecordedAnswers keeps what each step of a pipeline answers, and then compares: a function
// has to answer the same request with the same bytes. Crossplane calls it again and again,
// and takes any difference for a change.
//
//   RecordedAnswers answers(coverage);
//   Reconciliation result = control.Reconcile(deadline, &answers);
//   if (CallsOthers(*control.last_inputs())) {
//     auto other = answers.CallAgain(*control.last_inputs(), deadline);
//   }
//
// The functions that run in this process are known to do so, so a pipeline that has only
// these need not run again. A step whose function differs changes the requests of the
// steps after it. So only the first one is reported. The order of the entries of a map,
// which a function may choose, does not count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/run/pipeline.h"

namespace loom {

// Returns whether a step of the pipeline runs in another process.
bool CallsOthers(const PipelineInputs& inputs);

// A step that has answered the same request differently.
struct OtherAnswer {
  std::string step;
  std::string message;
  // `desired.resources.a.resource.spec.x: 1, then 2`
  std::vector<std::string> fields = {};
};

class RecordedAnswers : public PipelineWatch {
 public:
  // Passes everything on to `next`, which may be null.
  explicit RecordedAnswers(PipelineWatch* next = nullptr) : next_(next) {}

  void Clear() { answers_.clear(); }

  Observer* observer() override {
    return next_ == nullptr ? nullptr : next_->observer();
  }
  void StepBegins(const PipelineStep& step,
                  const fn::RunFunctionRequest& request) override;
  void StepEnds(const PipelineStep& step,
                const fn::RunFunctionResponse& response) override;

  // Runs the pipeline again. nullopt: each step answers as it did before.
  std::optional<OtherAnswer> CallAgain(const PipelineInputs& inputs,
                                       absl::Time deadline) const;

 private:
  PipelineWatch* next_;
  std::vector<fn::RunFunctionResponse> answers_;  // of the steps that ran
};

}  // namespace loom
