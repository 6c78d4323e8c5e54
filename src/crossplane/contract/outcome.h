// SPDX-License-Identifier: Apache-2.0
// Outcome is the result of a section, besides the changes that it made to the call. The
// function combines the outcomes of all sections into one response (function/run.h). A
// section that withholds a resource until its network exists, for example, writes:
//
//   outcome->withheld.push_back(
//       {"db", "waiting for network (0 of 1 ready)", "dependencies[0]"});
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
#include "data/value/value.h"

namespace loom {
enum class ConditionStatus { kUnknown, kTrue, kFalse };

inline absl::string_view NameOf(ConditionStatus status) {
  return status == ConditionStatus::kTrue    ? "True"
         : status == ConditionStatus::kFalse ? "False"
                                             : "Unknown";
}

// A condition describes one aspect of the composite at the time of this call, in the
// form of a Kubernetes condition.
struct Condition {
  std::string type;
  ConditionStatus status = ConditionStatus::kUnknown;
  std::string reason;
  // If empty, the condition has no message.
  std::string message;
  // The message of the result that announces the condition. If empty, it is `message`.
  std::string event = {};
  // Whether the claim also gets the condition.
  bool tells_claim = true;
  // Whether the author of the input defines it (sections/conditions/own_condition.h).
  // Its changes give no result, and it does not make the next call come sooner.
  bool is_authors = false;
  // Whether a change gives a result. False if an earlier step or an earlier call has
  // reported the change (shared_condition.h).
  bool is_news = true;
  // The locations in the input that `event` names, in its order.
  std::vector<std::string> places = {};
};

// ConditionType is a row in the table of the conditions that a composite can get. The
// conditions of a response have the order of the rows. A condition whose type is not in
// the table comes after those whose type is: its OrderOfCondition is the number of
// rows.
struct ConditionType {
  absl::string_view name;
  // Changes of the condition give no result, because it is False for a while whenever a
  // composite is created. For the same reason the condition does not make the next call
  // come sooner (Outcome::unresolved).
  bool silent = false;
  // The message begins with a subject: `edge-3` in `edge-3: 2 composed resources`. A
  // change of the subject gives a result, even if the condition stays True
  // (transition.h).
  bool has_subject = false;
};

size_t OrderOfCondition(absl::string_view type);

// Returns the row of a type. Without a row, `silent` and `has_subject` are false.
const ConditionType& ConditionTypeOf(absl::string_view type);

enum class Severity { kFatal = 1, kWarning = 2, kNormal = 3 };

// A result is a message that Crossplane records as an event of the composite. A FATAL
// result also ends the step.
struct Result {
  Severity severity;
  std::string message;
  std::string reason = {};  // empty: the result has none
  // Whether the result is also an event of the claim.
  bool tells_claim = false;
  // The locations in the input that it is about, and the composed resource; for
  // observers, not part of the response.
  std::vector<std::string> places = {};
  std::string resource = {};
};

// Connection details are pairs of a name and bytes. Composed resources have them, and
// the composite publishes them. The published details are in the order of their names,
// so that everything derived from them has the same order on every call.
using Details = std::map<std::string, std::string, std::less<>>;

// The observed details: views of the request, in the order of the request.
using ObservedDetails =
    std::vector<std::pair<absl::string_view, absl::string_view>>;

// Remark is the contribution of one section to a condition that several sections share,
// such as ReferencesResolved. The function combines all remarks of a type into one
// condition (crossplane/contract/shared_condition.h). A section that had nothing to do
// sets `idle`. If all remarks are idle, the condition is not added to a composite that
// does not have it.
struct Remark {
  std::string type;
  ConditionStatus status = ConditionStatus::kTrue;
  std::string reason;
  std::string text = {};
  // Appended to `text` in the event, but not in the condition.
  std::string detail = {};
  // The position in the input.
  size_t order = 0;
  bool idle = false;
  // Whether a new remark gives a result. False for what a later step may end in each
  // call.
  bool is_news = true;
  // Whether each later step of function-loom makes the remark again, if it still
  // applies. Other remarks of a step count for the conditions of all later steps.
  bool is_made_again = false;
  // Reports whether an entry of the condition in the observed composite is what this
  // section would say of the resource with that name. If it is not set, the section
  // speaks of all resources that this step or an earlier one desires. It must live as
  // long as the call.
  std::function<bool(absl::string_view name, absl::string_view entry)>
      is_about = nullptr;
  // The location in the input that `text` names; "" for none.
  std::string place = {};
};

// A desired resource that is not observed yet and that needs something that is missing.
struct WithheldResource {
  absl::string_view name;
  std::string why = {};    // "waiting for network (0 of 1 ready)"
  std::string place = {};  // of the entry in the input: "dependencies[0]"
};

struct Outcome {
  // What a section adds counts as made on the account of the pool (data/value/budget.h).
  explicit Outcome(Pool* pool = nullptr) : pool_(pool) {}

  void Add(Condition condition);
  void Add(Remark remark);
  void Add(Result result);

  // The objects that Crossplane should send. Every round of a call must request all of
  // them, including those of earlier rounds and those of the entries after a failed
  // one.
  Requirements requirements;
  SchemaRequirements schemas;
  // True if a requirement is not answered yet. The response then repeats the desired
  // state and the context of the request, and all changes of the call are dropped.
  bool waits = false;

  // The response leaves these resources out. The composite is then not ready.
  std::vector<WithheldResource> withheld;
  bool not_ready = false;

  // A condition describes a state, so every call must set it. The result that announces
  // a change of the condition is derived from it (crossplane/contract/transition.h).
  // `results` are sent unchanged, on every call.
  std::vector<Condition> conditions;
  // Contributions to conditions that the section shares with other sections.
  std::vector<Remark> remarks;
  std::vector<Result> results;

  // The output of the step (sections/output/step_output.h). Its characters live as long
  // as the call.
  std::optional<Value> output = std::nullopt;

  // Whether the next call should come soon (`pendingTTL`). A condition that is not True
  // has the same effect, unless its type is silent (ConditionType).
  bool unresolved = false;
  // Whether the section waits for objects that Crossplane does not watch, so that the
  // next call should come within limits::kUnwatchedSeconds.
  bool unwatched = false;

 private:
  Pool* pool_;
};

}  // namespace loom
