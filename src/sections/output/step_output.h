// SPDX-License-Identifier: Apache-2.0
// StepOutput is the section `output` of the native input: what a step of an Operation puts
// out, which Crossplane keeps in status.pipeline of the Operation.
//
//   output:
//     labelled: ${required.spaces.map(s, s.metadata.name)}
//     count: ${required.spaces.size()}
//
// It is an object with values in it (sections/shared/patches/inline_object.h). What is
// pending is left out. In an input with connectionDetails, `output` says where these go
// instead (sections/connection_details/details_section.h). A Composition has no use for
// the output of a step, so Crossplane drops it there.
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

  // nullptr if the input does not have the section.
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  std::shared_ptr<const InlineObject> object_;
};

}  // namespace loom
