// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/time_text.h"

namespace loom {
namespace {

using ReadClock = int64_t (*)(const CelClock&);

int64_t Year(const CelClock& clock) { return clock.year; }
int64_t Month(const CelClock& clock) { return clock.month; }
int64_t Day(const CelClock& clock) { return clock.day; }
int64_t Date(const CelClock& clock) { return clock.day + 1; }
int64_t DayOfWeek(const CelClock& clock) { return clock.day_of_week; }
int64_t DayOfYear(const CelClock& clock) { return clock.day_of_year; }
int64_t Hours(const CelClock& clock) { return clock.hours; }
int64_t Minutes(const CelClock& clock) { return clock.minutes; }
int64_t Seconds(const CelClock& clock) { return clock.seconds; }
int64_t Milliseconds(const CelClock& clock) { return clock.milliseconds; }

// Returns a part of a timestamp, in UTC or in the given zone.
template <ReadClock read>
CelValue OfTimestamp(CelArguments of, CelContext* context) {
  absl::string_view zone = of.size() > 1 ? of[1].AsText() : "";
  std::optional<CelClock> clock = ClockAt(of[0].AsTime(), zone);
  if (!clock.has_value()) {
    return context->Failed(absl::StrCat("unknown time zone ", Quoted(zone),
                                        ": expected UTC or an offset such as "
                                        "+05:30"));
  }
  return CelValue::Int(read(*clock));
}

// Returns the whole duration in that unit.
template <int64_t nanos_of_unit>
CelValue OfDuration(CelArguments of, CelContext*) {
  return CelValue::Int(NanosOf(of[0].AsTime()).value_or(0) / nanos_of_unit);
}

constexpr int64_t kMilli = 1'000'000;
constexpr int64_t kSecond = 1000 * kMilli;

constexpr FunctionRow kTimeFunctions[] = {
    {"timestamp.getFullYear(): int", OfTimestamp<Year>},
    {"timestamp.getFullYear(string): int", OfTimestamp<Year>},
    {"timestamp.getMonth(): int", OfTimestamp<Month>},
    {"timestamp.getMonth(string): int", OfTimestamp<Month>},
    {"timestamp.getDayOfMonth(): int", OfTimestamp<Day>},
    {"timestamp.getDayOfMonth(string): int", OfTimestamp<Day>},
    {"timestamp.getDate(): int", OfTimestamp<Date>},
    {"timestamp.getDate(string): int", OfTimestamp<Date>},
    {"timestamp.getDayOfWeek(): int", OfTimestamp<DayOfWeek>},
    {"timestamp.getDayOfWeek(string): int", OfTimestamp<DayOfWeek>},
    {"timestamp.getDayOfYear(): int", OfTimestamp<DayOfYear>},
    {"timestamp.getDayOfYear(string): int", OfTimestamp<DayOfYear>},
    {"timestamp.getHours(): int", OfTimestamp<Hours>},
    {"timestamp.getHours(string): int", OfTimestamp<Hours>},
    {"timestamp.getMinutes(): int", OfTimestamp<Minutes>},
    {"timestamp.getMinutes(string): int", OfTimestamp<Minutes>},
    {"timestamp.getSeconds(): int", OfTimestamp<Seconds>},
    {"timestamp.getSeconds(string): int", OfTimestamp<Seconds>},
    {"timestamp.getMilliseconds(): int", OfTimestamp<Milliseconds>},
    {"timestamp.getMilliseconds(string): int", OfTimestamp<Milliseconds>},
    {"duration.getHours(): int", OfDuration<3600 * kSecond>},
    {"duration.getMinutes(): int", OfDuration<60 * kSecond>},
    {"duration.getSeconds(): int", OfDuration<kSecond>},
    {"duration.getMilliseconds(): int", OfDuration<kMilli>},
};

}  // namespace

absl::Span<const FunctionRow> TimeRows() { return kTimeFunctions; }

}  // namespace loom
