// SPDX-License-Identifier: Apache-2.0
// The conditions in an object's status, read as Crossplane reads them:
// strictly, and all at once. One entry that is no condition (a status that is
// no string, a time that is none) makes all of them unreadable.
//
//   ConditionOf(object, "Ready")
//     no status, or unreadable     nullopt
//     no such condition            "Unknown"
//     otherwise                    the text of its status
#pragma once

#include <optional>

#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

// The status of the first condition of that type.
std::optional<absl::string_view> ConditionOf(const Value& object,
                                             absl::string_view type);

// Whether text is a time as RFC 3339 writes it, of a day that exists.
bool IsRfc3339(absl::string_view text);

}  // namespace loom
