// SPDX-License-Identifier: Apache-2.0
// Functions that read the conditions in an object's status.
//
// ConditionOf reads them as Crossplane does: strictly, and all at once. If one entry is
// malformed (its status is not a string, or its time does not follow RFC 3339), no
// condition can be read. The result is nullopt without a readable status, and "Unknown"
// without a condition of that type.
//
// StatusOfCondition reads them as the native input does: only the first entry of that
// type, and the other entries may be malformed. The result is nullopt if there is none
// or its status is not a string.
//
// IsReady defines readiness for sections that wait for an object: its Ready condition
// is True, and Synced is not False. If the conditions cannot be read, it is not ready.
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

std::optional<absl::string_view> ConditionOf(const Value& object,
                                             absl::string_view type,
                                             Pool* pool);

std::optional<absl::string_view> StatusOfCondition(const Value& object,
                                                   absl::string_view type,
                                                   Pool* pool);

bool IsReady(const Value& object, Pool* pool);

}  // namespace loom
