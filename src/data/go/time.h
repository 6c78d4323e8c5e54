// SPDX-License-Identifier: Apache-2.0
// Times and durations as Go reads them.
//
//   ParseGoTime("2024-02-29T12:00:00.5+01:00")   11:00:00.5 of that day in UTC
//   ParseGoTime("2024-02-30T12:00:00Z")          nullopt: the day does not exist
//
//   ParseGoDuration("1h0.5s")   3600.5 s
//   ParseGoDuration("-5s")      -5 s
//   ParseGoDuration("0")        0
//   ParseGoDuration("60")       time: missing unit in duration "60"
//   ParseGoDuration("1d")       time: unknown unit "d" in duration "1d"
//   ParseGoDuration("soon")     time: invalid duration "soon"
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace loom {

// Parses a time as time.Parse does with the layout RFC3339, of a year from 0 to 9999.
// Parts of a nanosecond are dropped. IsGoTime only checks whether it is one.
std::optional<absl::Time> ParseGoTime(absl::string_view text);
bool IsGoTime(absl::string_view text);

// Parses a duration as time.ParseDuration does: an optional sign, followed by numbers
// with an optional fraction and a unit. The units are ns, us, ms, s, m and h; us may also
// be written with the micro sign or the Greek letter mu. Zero needs no unit. The range is
// that of a 64-bit count of nanoseconds.
// InvalidArgument: the string is not a duration. The messages are Go's.
absl::StatusOr<absl::Duration> ParseGoDuration(absl::string_view text);

}  // namespace loom
