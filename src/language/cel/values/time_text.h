// SPDX-License-Identifier: Apache-2.0
// Functions that convert timestamps and durations of CEL from and to strings.
//
// Timestamps follow RFC 3339, from the year 1 to 9999, and are written in UTC. This
// differs from cel-go, which keeps the offset that it has read. Durations are Go's:
// 64-bit counts of nanoseconds, read as "1h30.5s" and written as 3630.5s.
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "language/cel/values/cel_value.h"

namespace loom {

std::optional<CelTime> ParseTimestamp(absl::string_view text);
std::string TimestampText(CelTime time);
std::optional<CelTime> ParseDuration(absl::string_view text);
std::string DurationText(CelTime duration);

// Returns whether the time is in the years 1 to 9999.
bool IsTimestamp(CelTime time);

// Convert nanoseconds to a time and back; nullopt if these exceed 64 bits.
CelTime TimeOfNanos(int64_t nanos);
std::optional<int64_t> NanosOf(CelTime time);

// Return a + b and a - b. The parts of a duration have the same sign; the nanos of a
// timestamp are not negative.
CelTime Sum(CelTime a, CelTime b);
CelTime Difference(CelTime a, CelTime b);

// The parts of a timestamp on a clock.
struct CelClock {
  int64_t year = 0;
  int month = 0;        // from 0
  int day = 0;          // of the month, from 0
  int day_of_week = 0;  // Sunday is 0
  int day_of_year = 0;  // from 0
  int hours = 0;
  int minutes = 0;
  int seconds = 0;
  int milliseconds = 0;
};

// Returns the parts of a timestamp in a time zone. `zone` is "", "UTC" or an offset
// such as +05:30 or -8:00. Returns nullopt for any other zone, because zone names would
// need a database that changes.
std::optional<CelClock> ClockAt(CelTime time, absl::string_view zone);

}  // namespace loom
