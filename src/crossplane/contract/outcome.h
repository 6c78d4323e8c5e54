// SPDX-License-Identifier: Apache-2.0
// Outcome is what a section returns besides the changes that it made to the
// call. The function combines the outcomes of all sections into one response
// (function/run.h). A section that withholds a resource until its network
// exists writes:
//
//   outcome->withheld.push_back("db");
//   outcome->conditions.push_back({.type = "LabelsReady",
//                                  .status = ConditionStatus::kFalse,
//                                  .reason = "NetworkMissing",
//                                  .message = "db: no network yet"});
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/contract/requirement.h"

namespace loom {
// A condition says how one aspect of the composite is at this call, in the form
// that conditions have in Kubernetes.

enum class ConditionStatus { kUnknown, kTrue, kFalse };

struct Condition {
  std::string type;
  ConditionStatus status = ConditionStatus::kUnknown;
  std::string reason;
  // Empty: the condition has no message.
  std::string message;
  // The message of the result that announces the condition; empty: the same one.
  std::string told = {};
};

// The types of the conditions that a composite can get, a row each. The rows
// have the order in which conditions stand in a response. A condition whose
// type is not in the table comes after those whose type is.
//
//   OrderOfCondition("ReferencesResolved")   0
//   OrderOfCondition("NoSuchType")           the number of rows

struct ConditionType {
  absl::string_view name;
  // Changes of the condition give no result, because it is False for a while
  // whenever a composite is created. For the same reason it does not make the next
  // call come sooner (Outcome::unresolved).
  bool silent = false;
  // The message begins with a subject, which is `edge-3` in the message
  // `edge-3: 2 composed resources`. A change of the subject gives a result,
  // even if the condition stays True (transition.h).
  bool has_subject = false;
};

// The number of the type's row, from 0; the number of rows if it has no row.
size_t OrderOfCondition(absl::string_view type);

// The row of a type. For a type without a row it is one in which `silent` and
// `has_subject` are false.
const ConditionType& ConditionTypeOf(absl::string_view type);

// A result is a message that Crossplane records as an event of the composite.
// One that is FATAL also ends the step.

enum class Severity { kFatal = 1, kWarning = 2, kNormal = 3 };

struct Result {
  Severity severity;
  std::string message;
  std::string reason;  // empty: the result has none
};

// Connection details are pairs of a name and bytes. Composed resources have
// them, and the composite publishes them.

// The details that are published, in the order of their names. This makes the
// order of everything that is made of them the same on every call.
using Details = std::map<std::string, std::string, std::less<>>;

// The details that were observed: views of the request, in its order.
using ObservedDetails =
    std::vector<std::pair<absl::string_view, absl::string_view>>;

// An error that makes a call FATAL may carry the reason of its result, a word for
// programs:
//
//   absl::Status status = WithReason(error, "ReferenceNotFound");
//   ReasonOf(status);   // "ReferenceNotFound"; "" for an error without one

inline constexpr absl::string_view kReasonPayload = "loom/reason";

inline absl::Status WithReason(absl::Status status, absl::string_view reason) {
  status.SetPayload(kReasonPayload, absl::Cord(reason));
  return status;
}

inline std::string ReasonOf(const absl::Status& status) {
  auto reason = status.GetPayload(kReasonPayload);
  return reason.has_value() ? std::string(*reason) : "";
}

// Remarks are what sections have to say of conditions that several of them share,
// such as ReferencesResolved. The function makes one condition of all remarks of a
// type (ConditionOf):
//
//   status    False over Unknown over True
//   reason    that of the first remark, in the order of the input, with that status
//   message   the texts of all remarks that are not True, sorted and joined by
//             "; ", after the third "; and N more"; none if the condition is True
//
//   outcome->remarks.push_back({.type = "ReferencesResolved",
//                                .status = ConditionStatus::kFalse,
//                                .reason = "ReferenceCycle",
//                                .text = "a: reference cycle a -> b -> a"});
//
// A section that had nothing to do says so with `idle`: if all say that, a composite
// without the condition gets none.

struct Remark {
  std::string type;
  ConditionStatus status = ConditionStatus::kTrue;
  std::string reason;
  std::string text = {};
  // What only the event says behind the text.
  std::string detail = {};
  // The order in the input.
  size_t order = 0;
  bool idle = false;
};

// The condition of remarks of one type, of which there is at least one. `before`
// is the condition of the observed composite.
std::optional<Condition> ConditionOf(std::vector<Remark> remarks,
                                     const std::optional<Condition>& before);

struct Outcome {
  // What Crossplane is asked to send. Every round of a call has to ask for all
  // of it: also for what earlier rounds asked for, and for what the entries
  // after a failed one need.
  Requirements requirements;
  SchemaRequirements schemas;
  // True if something that was asked for is missing. The response is then made
  // from the request, and all changes of the call are dropped.
  bool waits = false;

  // Names of desired resources that the response leaves out, because they are
  // not observed yet and something that they need is missing. The composite is
  // then not ready.
  std::vector<absl::string_view> withheld;
  bool not_ready = false;

  // A condition describes a state, and every call has to set it. A result that
  // announces its change is derived from it (crossplane/contract/transition.h). `results`
  // are sent as they are, on every call.
  std::vector<Condition> conditions;
  // What the section has to say of conditions that it shares with others.
  std::vector<Remark> remarks;
  std::vector<Result> results;

  // Whether the next call should come soon (`pendingTTL`). A condition that is
  // not True asks for the same, unless its changes are silent
  // (condition_types.h).
  bool unresolved = false;
};

}  // namespace loom
