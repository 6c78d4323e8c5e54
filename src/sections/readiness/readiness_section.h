// SPDX-License-Identifier: Apache-2.0
// ReadinessSection is the section `readiness` of the native input at the end of a call
// (ReadinessInput). Of each desired composed resource that `resources` names, also of
// those of earlier steps, it says whether it is ready (ReadyState):
//
//   ready                               READY_TRUE
//   not ready, as an earlier step said  what that said
//   not ready                           READY_FALSE or nothing, as `unready` says
//
// With `explain`, each withheld resource is reported, whether a dependency withholds it or
// its template waits for a value. If the list of a template is not known, the template is
// reported.
//
// A resource of which nothing new is said stays the bytes in which it came. A pattern of
// `expect` that no desired resource matches makes the composite not ready; what else is
// not ready, Crossplane finds out from the resources. A rule whose checks cannot be run
// gives a warning, as those of a template do:
//
//   cannot check readiness of composed resource "db": readiness.rules[0]: cannot run
//   readiness check at index 0: status.phase: not a string
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "language/input/fields.h"
#include "sections/shared/readiness_checks/readiness_rule.h"
#include "sections/shared/readiness_checks/ready_state.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
// WhyNotReady says in a few words why a composed resource is not ready, by what decided
// it (ReadyState). The words stand in brackets behind its name:
//
//   decided by                        the words
//   an earlier step                   an earlier step says so
//   the checks of its template        readinessChecks of its template
//   that it is not observed           not observed yet
//   a rule                            checks of readiness.rules[0], or
//                                     readiness.rules[0].readyWhen is false, or
//                                     readiness.rules[0].readyWhen: 1:8: no such key: "at"
//   the table of Kubernetes' kinds    2 of 3 available (sections/shared/readiness_checks/kind_reason.h)
//   the condition Ready               Ready is False: Creating, or no condition Ready,
//                                     and behind it if it is so: Synced is False:
//                                     ReconcileError
//
// A redacted call (base/redacted_message.h) quotes no value.

// `observed` is null if there is no such object.
std::string WhyNotReady(const Judgement& judgement, const Value* observed,
                        Pool* pool);

// ReadinessReport tells what is not ready (`explain` of ReadinessInput): the condition
// ResourcesReady of the composite, and a NORMAL result whenever what it says changes.
//
//   Type:     ResourcesReady
//   Status:   False
//   Reason:   NotReady
//   Message:  app (2 of 3 available), db (Ready is False: Creating)
//
//   not ready: app (2 of 3 available), db (Ready is False: Creating)
//
// Entries have the order in which they are added. After the first ten follows only the
// number of the others. The condition is True, with the reason AllReady, if there is
// none. A result on every reconcile would repeat the same event without end, so there is
// none if the observed composite has the condition with the same message.

class ReadinessReport {
 public:
  // Errors, here and below, are those of the request and of the account of the call.
  absl::Status Add(absl::string_view name, absl::string_view why, Pool* pool);
  // Whether the text of another entry is reported.
  bool tells_more() const;

  absl::Status Finish(Call& call, Outcome* outcome) const;

 private:
  std::string text_;
  size_t entries_ = 0;
};

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
