// SPDX-License-Identifier: Apache-2.0
// ReadinessSection is the `readiness` section of the native input at the end of a call
// (ReadinessInput). It sets the readiness (ReadyState) of each desired composed
// resource that `resources` names, including those of earlier steps:
//
//   ready                               READY_TRUE
//   not ready, set by an earlier step   unchanged
//   not ready                           READY_FALSE or nothing, as `unready` defines
//
// With `explain`, each withheld resource is reported, whether a dependency withholds it
// or its template waits for a value. If the list of a template is not known, the
// template is reported.
//
// A resource whose readiness does not change keeps the bytes of the request. If a
// pattern of `expect` matches no desired resource, the composite is not ready;
// Crossplane derives everything else from the resources. A rule whose checks cannot run
// causes a warning, as the checks of a template do.
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
// Returns in a few words why a composed resource is not ready, according to what
// decided it (ReadyState): an earlier step, the checks of its template, not being
// observed, a rule, the table of Kubernetes' kinds (WhyKindIsNotReady) or the condition
// Ready. Messages show the words in parentheses after its name. A redacted call
// (base/redacted_message.h) quotes no value. `observed` is null if the object does not
// exist.
std::string WhyNotReady(const Judgement& judgement, const Value* observed,
                        Pool* pool);

// ReadinessReport reports what is not ready (`explain` of ReadinessInput): the
// condition ResourcesReady of the composite (False, NotReady), and a NORMAL result
// whenever its message changes:
//
//   app (2 of 3 available), db (Ready is False: Creating)
//
// Entries keep the order in which they are added. After the first ten, only the number
// of the others follows. Without entries, the condition is True, with the reason
// AllReady. Resources that keep their former names (`aliases`) follow in both cases:
//
//   app (2 of 3 available); database keeps the name db
//
// A result on every reconcile would repeat the same event without end, so
// none is added if the observed composite has the condition with the same message.
class ReadinessReport {
 public:
  void Add(absl::string_view name, absl::string_view why);
  // Reports whether the message still includes the words of another entry.
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

  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  // Returns the resources that are desired or withheld, sorted.
  std::vector<absl::string_view> Wanted(Call& call) const;
  absl::StatusOr<bool> Concerns(absl::string_view name, Call& call) const;
  absl::Status Write(absl::string_view name, const Judgement& judgement,
                     Call& call) const;

  const std::shared_ptr<const ReadinessInput> input_;
  const OwnTemplates templates_;
};

}  // namespace loom
