// SPDX-License-Identifier: Apache-2.0
// These functions read the conditions in an object's status, in one of two ways.
//
// ConditionOf reads them as Crossplane does: strictly, and all at once. If one entry
// is malformed (its status is not a string, or its time does not follow RFC 3339), no
// condition can be read.
//
//   ConditionOf(object, "Ready", pool)
//     no status, or unreadable       nullopt
//     no condition of that type      "Unknown"
//     otherwise                      its status
//
// StatusOfCondition reads them as the native input does: it reads only the first entry
// of that type, and the other entries may be malformed.
//
//   StatusOfCondition(object, "Ready", pool)
//     no such condition, or its status is not a string     nullopt
//     otherwise                                            its status
//
// IsReady defines readiness for sections that wait for an object: its condition Ready
// is True, and Synced is not False. If the conditions cannot be read, the object is not
// ready.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Returns the status of the first condition of that type.
std::optional<absl::string_view> ConditionOf(const Value& object,
                                             absl::string_view type,
                                             Pool* pool);

// Does the same, but ignores errors in the other conditions.
std::optional<absl::string_view> StatusOfCondition(const Value& object,
                                                   absl::string_view type,
                                                   Pool* pool);

// Returns whether the condition Ready is True and Synced is not False.
bool IsReady(const Value& object, Pool* pool);

}  // namespace loom
