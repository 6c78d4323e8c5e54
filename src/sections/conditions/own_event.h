// SPDX-License-Identifier: Apache-2.0
// An OwnEvent is an entry of `events`: a result of a call, which Crossplane records as
// an event of the composite.
//
// With onChange, the event is sent if this call sets the condition with a status or
// reason that differs from the observed composite, or if the composite does not have
// it. Crossplane may send the old composite once more, and then the event is repeated.
// Without onChange, `when` is required, and the event is sent on each call in which it
// holds; Kubernetes counts equal events instead of repeating them. A pending `when`
// does not hold.
//
// If a string cannot be computed, the reason replaces it, because the event is not sent
// again. If `when` fails, the event contains the error. Strings follow public_string.h.
// The rules are ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/conditions/public_string.h"

namespace loom {

// The conditions of a call by type, as expressions see them.
struct SetConditions {
  std::vector<Condition> list;
  Value tree;
};

class OwnEvent {
 public:
  // Reads an entry; `types` are those of `conditions`. nullopt: an error was reported.
  static std::optional<OwnEvent> Parse(const Input& input,
                                       const std::vector<std::string>& types);

  // Returns the event; nullopt if it is not sent. Errors are those that end the call.
  absl::StatusOr<std::optional<Result>> Of(Call& call,
                                           const SetConditions& set) const;

 private:
  std::string place_;  // in the input
  absl::StatusOr<bool> HasChanged(Call& call, const SetConditions& set) const;

  std::string on_change_;  // "": on each call
  std::optional<InputExpression> when_;
  std::optional<PublicString> reason_, message_;
  Severity severity_ = Severity::kNormal;
  bool tells_claim_ = false;
};

}  // namespace loom
