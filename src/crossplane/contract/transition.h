// SPDX-License-Identifier: Apache-2.0
// Transition makes a result of a change of a condition. A condition says on
// every call how things are. A result becomes an event, so a result on every
// call would repeat the same event without end. Therefore a result is given
// only when the condition changes. The condition before is the one in the
// status of the observed composite.
//
//   before               now                          result
//   none                 False Missing "a is missing" Warning "T: a is missing"
//   False Missing "a…"   False Missing "a…"           none
//   False Missing "a…"   False Missing "b…"           Warning "T: b is missing"
//   False Missing "a…"   True  Found                  Normal  "T: Found"
//   none, or True        True  Found                  none
//   True Injected "a: 1" True  Injected "b: 1"        Normal  "T: b: 1"
//
// The last row holds for types whose message has a subject (ConditionType):
// another subject gives a result, another count does not. A condition of a
// silent type, or with the reason `Pending`, never gives a result, because it
// occurs whenever a composite is created. The rule is ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"

namespace loom {

// The condition of that type in the status of `composite`; nullopt if it has
// none.
std::optional<Condition> ObservedCondition(const Value& composite,
                                           absl::string_view type);

// The result of the change from `before` to `now`; nullopt if there is none.
std::optional<Result> Transition(const std::optional<Condition>& before,
                                 const Condition& now);

// A result with the reason of the condition and the message `<type>:
// <message>`, or `<type>: <reason>` if the condition has no message. The message may
// say more than that of the condition (Condition::event).
Result ResultOf(const Condition& condition, Severity severity);

// The condition of a section that has nothing to do. A composite without such a
// condition gets none. One that has it cannot lose it, and gets it as True,
// with `reason`.
std::optional<Condition> NothingToDo(const std::optional<Condition>& before,
                                     absl::string_view reason);

// The message of a condition that has several entries: they are sorted and
// joined by "; ". After the third follows "; and N more".
std::string JoinedEntries(std::vector<std::string> entries);

}  // namespace loom
