// SPDX-License-Identifier: Apache-2.0
// Timestamps and durations of CEL as texts.
//
//   ParseTimestamp("2024-02-29T12:00:00.5+01:00")     11:00:00.5 of that day in UTC
//   TimestampText(…)                                  2024-02-29T11:00:00.5Z
//   ParseDuration("1h30.5s")                          3630.5 seconds
//   DurationText(…)                                   3630.5s
//
//   ParseTimestamp("2024-02-30T12:00:00Z")            nullopt: there is no such day
//   ParseDuration("1 day")                            nullopt
//
// Timestamps are those of RFC 3339 from the year 1 to 9999, and they are written in UTC,
// which differs from cel-go: that keeps the offset in which it read one. Durations are
// Go's, in whole nanoseconds of 64 bits.
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

// Whether it lies from the year 1 to 9999.
bool IsTimestamp(CelTime time);

// The time of `nanos` nanoseconds, and the nanoseconds of a time; nullopt if they are
// more than 64 bits hold.
CelTime TimeOfNanos(int64_t nanos);
std::optional<int64_t> NanosOf(CelTime time);

// a + b and a - b; the parts of what they return have the same sign, or for timestamps
// nanos from 0.
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

// `zone` is "", "UTC" or an offset such as +05:30 or -8:00; nullopt: it is none of them,
// because names of places would need a database that changes.
std::optional<CelClock> ClockAt(CelTime time, absl::string_view zone);

}  // namespace loom
