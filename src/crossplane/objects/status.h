// SPDX-License-Identifier: Apache-2.0
// Reads the conditions in an object's status, in one of two ways.
//
// ConditionOf reads them as Crossplane does: strictly, and all at once. If one
// entry is malformed (its status is not a string, or its time is not one of
// RFC 3339), none of them can be read.
//
//   ConditionOf(object, "Ready", pool)
//     no status, or unreadable       nullopt
//     no condition of that type      "Unknown"
//     otherwise                      the text of its status
//
// StatusOfCondition reads them as the native input does: only the first entry of
// that type is read, and all others may be anything.
//
//   StatusOfCondition(object, "Ready", pool)
//     no such condition, or its status is not a string     nullopt
//     otherwise                                            the text of its status
//
// IsReady is what waits for an object mean by ready: its condition Ready is True, and
// Synced is not False. An object whose conditions cannot be read is not ready.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// The status of the first condition of that type.
std::optional<absl::string_view> ConditionOf(const Value& object,
                                             absl::string_view type,
                                             Pool* pool);

// The same, whatever the other conditions are.
std::optional<absl::string_view> StatusOfCondition(const Value& object,
                                                   absl::string_view type,
                                                   Pool* pool);

// Whether the condition Ready is True, and Synced is not False.
bool IsReady(const Value& object, Pool* pool);

// Whether the text is a time in the format of RFC 3339, on a day that exists.
bool IsRfc3339(absl::string_view text);

}  // namespace loom
