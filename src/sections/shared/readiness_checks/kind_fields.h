// SPDX-License-Identifier: Apache-2.0
// What the checks of kinds (kind_check.h) read of an observed object.
//
//   TextAt(pod, {"status", "phase"}, pool)          "Running"; "" if it is missing
//   CountAt(pod, {"status", "count"}, pool)         0 if it is missing
//   CountAt(pod, {"status", "phase"}, pool)         nullopt: a text is no count
//   AnyIsTrue(pod, {"Ready"}, pool)                 true
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "data/value/value.h"

namespace loom {

using Names = std::initializer_list<absl::string_view>;

// As Dig, in objects of any size.
const Value* At(const Value& object, Names path, Pool* pool);

// The text at a path; "" if it is missing or no text.
absl::string_view TextAt(const Value& object, Names path, Pool* pool);

// The whole number at a path, or `absent`; nullopt if it is something else.
std::optional<int64_t> CountAt(const Value& object, Names path, Pool* pool,
                               std::optional<int64_t> absent = 0);

// Whether all these counts of the status are `want`.
bool CountsAre(std::optional<int64_t> want, const Value& object, Names counts,
               Pool* pool);

// spec.replicas, which is 1 if it is missing.
std::optional<int64_t> Replicas(const Value& object, Pool* pool);

// Whether the controller has seen the newest generation of the object.
bool IsUpToDate(const Value& object, Pool* pool);

// The time at a path; nullopt if there is none of RFC 3339.
std::optional<absl::Time> TimeAt(const Value& object, Names path, Pool* pool);

// Whether some condition has one of these texts as that member, and this status;
// any status, if it is "".
absl::StatusOr<bool> HasCondition(const Value& object, absl::string_view member,
                                  Names texts, absl::string_view status,
                                  Pool* pool);

// Whether a condition of one of these types is True.
absl::StatusOr<bool> AnyIsTrue(const Value& object, Names types, Pool* pool);

}  // namespace loom
