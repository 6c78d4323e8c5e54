// SPDX-License-Identifier: Apache-2.0
// ParseGoDuration reads a duration as Go's time.ParseDuration does: numbers with an
// optional fraction, each with a unit, and a sign in front of all of them. The units
// are ns, us, ms, s, m and h, and us may be written with either of the two letters
// mu. Zero needs no unit. The range is that of nanoseconds in 64 bits.
//
//   ParseGoDuration("1h0.5s")   3600.5 s
//   ParseGoDuration("-5s")      -5 s
//   ParseGoDuration("0")        0
//   ParseGoDuration("60")       missing unit in duration "60"
//   ParseGoDuration("1d")       unknown unit "d" in duration "1d"
//   ParseGoDuration("soon")     invalid duration "soon"
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace loom {

// InvalidArgument: it is none. The messages are Go's.
absl::StatusOr<absl::Duration> ParseGoDuration(absl::string_view text);

}  // namespace loom
