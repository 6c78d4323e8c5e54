// SPDX-License-Identifier: Apache-2.0
// Transition returns the result that announces a change of a condition. Every call sets
// its conditions, and a result becomes an event. So there is a result only when the
// condition differs from the one in the status of the observed composite:
//
//   before               now                          result
//   none                 False Missing "a is missing" Warning "T: a is missing"
//   False Missing "a…"   False Missing "a…"           none
//   False Missing "a…"   False Missing "b…"           Warning "T: b is missing"
//   False Missing "a…"   True  Found                  Normal  "T: Found"
//   none, or True        True  Found                  none
//   True Injected "a: 1" True  Injected "b: 1"        Normal  "T: b: 1"
//
// The last row applies to types whose message has a subject (ConditionType). A
// condition of a silent type, or with the reason `Pending`, never gives a result,
// because it occurs whenever a composite is created. The rule is ours.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"

namespace loom {

// Returns the condition of that type in the status of `composite`; nullopt if none.
std::optional<Condition> ObservedCondition(const Value& composite,
                                           absl::string_view type);

// Returns the result of the change from `before` to `now`; nullopt if there is none.
std::optional<Result> Transition(const std::optional<Condition>& before,
                                 const Condition& now);

// Returns a result with the reason of the condition and the message `<type>:
// <message>`, or `<type>: <reason>` if the condition has no message. If
// Condition::event is set, it replaces the message of the condition.
Result ResultOf(const Condition& condition, Severity severity);

// Returns the condition of a section that has nothing to do. A composite without the
// condition gets none. A composite with the condition cannot lose it, so the condition
// becomes True with `reason`.
std::optional<Condition> NothingToDo(const std::optional<Condition>& before,
                                     absl::string_view reason);

}  // namespace loom
