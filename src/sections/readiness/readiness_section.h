// SPDX-License-Identifier: Apache-2.0
// ReadinessSection is the section `readiness` of the native input at the end of a call
// (readiness_input.h). Of each desired composed resource that `resources` names, also of
// those of earlier steps, it says whether it is ready (ready_state.h):
//
//   ready                               READY_TRUE
//   not ready, as an earlier step said  what that said
//   not ready                           READY_FALSE or nothing, as `unready` says
//
// With `explain`, a resource that is withheld is told, be it by a dependency or because
// its template waits for a value; a template whose list is not known is told itself.
//
// A resource of which nothing new is said stays the bytes in which it came. A pattern of
// `expect` that no desired resource matches makes the composite not ready; what else is
// not ready, Crossplane finds out from the resources. A rule whose checks cannot be run
// gives a warning, as those of a template do:
//
//   cannot check readiness of composed resource "db": readiness.rules[0]: cannot run
//   readiness check at index 0: status.phase: not a string
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/section.h"
#include "language/input/fields.h"
#include "sections/shared/readiness_checks/readiness_input.h"
#include "sections/shared/readiness_checks/ready_state.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

class ReadinessSection : public Section {
 public:
  ReadinessSection(std::shared_ptr<const ReadinessInput> input,
                   OwnTemplates templates)
      : input_(std::move(input)), templates_(std::move(templates)) {}

  // nullptr if the input does not have the section.
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  // The resources that are desired or withheld, sorted.
  absl::StatusOr<std::vector<absl::string_view>> Wanted(
      const std::vector<absl::string_view>& desired, Call& call) const;
  absl::StatusOr<bool> Concerns(absl::string_view name, Call& call) const;
  absl::Status Write(absl::string_view name, const Judgement& judgement,
                     Call& call) const;

  const std::shared_ptr<const ReadinessInput> input_;
  const OwnTemplates templates_;
};

}  // namespace loom
