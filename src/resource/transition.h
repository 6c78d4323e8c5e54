// SPDX-License-Identifier: Apache-2.0
// A condition says on every call how things are; a result is given only when
// that changes, or Kubernetes would repeat the same event for ever. What was
// before is what the observed composite carries in its status.
//
//   before               now                          result
//   none                 False Missing "a is missing" Warning "T: a is missing"
//   False Missing "a…"   False Missing "a…"           none
//   False Missing "a…"   False Missing "b…"           Warning "T: b is missing"
//   False Missing "a…"   True  Found                  Normal  "T: Found"
//   none, or True        True  Found                  none
//   True Injected "a: 1" True  Injected "b: 1"        Normal  "T: b: 1"
//
// The last row is for types whose message has a subject (condition_types.h):
// another name re-points everything, another count does not. The rule is ours. A
// condition that waits for others to begin (reason `Pending`) and one of a
// silent type never give a result: they are part of every start.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "resource/condition.h"
#include "resource/result.h"
#include "value/value.h"

namespace loom {

// What `composite` says of the condition `type`; nullopt: nothing.
std::optional<Condition> ObservedCondition(const Value& composite,
                                           absl::string_view type);

// The result that tells of the change from `before` to `now`, if there is one.
std::optional<Result> Transition(const std::optional<Condition>& before,
                                 const Condition& now);

// `<type>: <message, or else the reason>`, with the reason of the condition.
Result ResultOf(const Condition& condition, Severity severity);

// The condition of a section that has nothing to do: none, but once the
// composite carries one it cannot be taken away, and is True for `reason`.
std::optional<Condition> NothingToDo(const std::optional<Condition>& before,
                                     absl::string_view reason);

// The message of a condition: its entries sorted and joined by "; ", after
// three of them "; and N more".
std::string JoinedEntries(std::vector<std::string> entries);

}  // namespace loom
