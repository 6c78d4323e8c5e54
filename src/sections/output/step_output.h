// SPDX-License-Identifier: Apache-2.0
// StepOutput is the `output` section of the native input: the output of a step of an
// Operation, which Crossplane keeps in status.pipeline of the Operation
// (docs/operations.md). In a Composition, Crossplane drops it.
//
// It is an object that may contain expressions
// (sections/shared/patches/inline_object.h). Pending values are left out. In an input
// with connectionDetails, `output` is the destination of these instead
// (sections/connection_details/details_section.h).
#pragma once

#include <memory>
#include <utility>

#include "crossplane/call/call.h"
#include "sections/shared/patches/inline_object.h"

namespace loom {

class StepOutput : public Section {
 public:
  explicit StepOutput(std::shared_ptr<const InlineObject> object)
      : object_(std::move(object)) {}

  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::shared_ptr<const InlineObject> object_;
};

}  // namespace loom
