// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/status.h"

#include <cstdint>
#include <cstring>

#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

// Reads digits and separators from the front of a string.
class Scanner {
 public:
  explicit Scanner(absl::string_view text) : text_(text) {}

  bool Digits(size_t count, int* value) {
    *value = 0;
    if (text_.size() < count) return false;
    for (size_t i = 0; i < count; ++i) {
      if (!IsDigit(text_[i])) return false;
      *value = *value * 10 + (text_[i] - '0');
    }
    text_.remove_prefix(count);
    return true;
  }
  bool Char(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  // One digit or more.
  bool Fraction() {
    size_t count = 0;
    while (count < text_.size() && IsDigit(text_[count])) ++count;
    text_.remove_prefix(count);
    return count > 0;
  }
  bool Done() const { return text_.empty(); }

 private:
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }

  absl::string_view text_;
};

int DaysIn(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool IsOptionalString(const Value& object, absl::string_view name, Pool* pool) {
  const Value* member = Find(object, name, pool);
  return member == nullptr || member->IsNull() || member->IsString();
}

// The number of fields of a condition that are looked up.
constexpr size_t kMembersRead = 8;

bool IsCondition(const Value& entry, Pool* pool) {
  if (!entry.IsObject()) return entry.IsNull();
  for (absl::string_view name : {"type", "status", "reason", "message"}) {
    if (!IsOptionalString(entry, name, pool)) return false;
  }
  const Value* time = Find(entry, "lastTransitionTime", pool);
  if (time != nullptr && !time->IsNull() &&
      !(time->IsString() && IsRfc3339(View(*time)))) {
    return false;
  }
  const Value* generation = Find(entry, "observedGeneration", pool);
  return generation == nullptr || generation->IsNull() ||
         AsInteger(*generation).has_value();
}

// A form that eight characters must have: any digit where the form has a 0, and
// otherwise the character of the form.
struct Form {
  explicit constexpr Form(const char (&form)[9]) {
    for (int i = 0; i < 8; ++i) {
      const bool digit = form[i] == '0';
      characters |= uint64_t(static_cast<unsigned char>(form[i])) << 8 * i;
      room |= uint64_t(digit ? 0x7f - 9 : 0x7f) << 8 * i;
    }
  }

  // Checks all characters at once. A character that does not fit sets the highest bit
  // of its byte.
  bool Fits(const char* text) const {
    uint64_t off;
    std::memcpy(&off, text, sizeof off);
    off ^= characters;
    return ((off | (off + room)) & 0x8080808080808080) == 0;
  }

  uint64_t characters = 0;
  uint64_t room = 0;
};

// Returns whether the string is a time in the form that Kubernetes writes, on a day
// that every month has.
bool IsUsualTime(absl::string_view text) {
  constexpr Form kDate("0000-00-"), kDay("00T00:00"), kEnd("0:00:00Z");
  if (text.size() != 20) return false;
  const char* at = text.data();
  if (!kDate.Fits(at) || !kDay.Fits(at + 8) || !kEnd.Fits(at + 12))
    return false;
  auto number = [at](size_t i) { return 10 * (at[i] - '0') + at[i + 1] - '0'; };
  return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 &&
         number(8) <= 28 && number(11) <= 23 && number(14) <= 59 &&
         number(17) <= 59;
}

}  // namespace

bool IsReady(const Value& object, Pool* pool) {
  return ConditionOf(object, "Ready", pool) == "True" &&
         ConditionOf(object, "Synced", pool) != "False";
}

bool IsRfc3339(absl::string_view text) {
  if (IsUsualTime(text)) return true;
  Scanner in(text);
  int year, month, day, hour, minute, second;
  bool date = in.Digits(4, &year) && in.Char('-') && in.Digits(2, &month) &&
              in.Char('-') && in.Digits(2, &day);
  if (!date || month < 1 || month > 12) return false;
  if (day < 1 || day > DaysIn(year, month)) return false;
  bool time = in.Char('T') && in.Digits(2, &hour) && in.Char(':') &&
              in.Digits(2, &minute) && in.Char(':') && in.Digits(2, &second);
  if (!time || hour > 23 || minute > 59 || second > 59) return false;
  if (in.Char('.') && !in.Fraction()) return false;
  if (in.Char('Z')) return in.Done();
  bool zone = (in.Char('+') || in.Char('-')) && in.Digits(2, &hour) &&
              in.Char(':') && in.Digits(2, &minute);
  return zone && hour <= 24 && minute <= 60 && in.Done();
}

std::optional<absl::string_view> ConditionOf(const Value& object,
                                             absl::string_view type,
                                             Pool* pool) {
  const Value* status = Dig(object, {"status"});
  if (status == nullptr) return std::nullopt;
  if (status->IsNull()) return "Unknown";
  if (!status->IsObject()) return std::nullopt;
  const Value* conditions = Find(*status, "conditions");
  if (conditions == nullptr || conditions->IsNull()) return "Unknown";
  if (!conditions->IsArray()) return std::nullopt;
  std::optional<absl::string_view> found;
  pool->account().Note(Finding(kMembersRead * conditions->Size()));
  for (const Value& entry : conditions->GetArray()) {
    if (!IsCondition(entry, pool)) return std::nullopt;
    if (found.has_value() || !entry.IsObject()) continue;
    const Value* name = Find(entry, "type", pool);
    if (name == nullptr || !name->IsString() || View(*name) != type) continue;
    const Value* text = Find(entry, "status", pool);
    found = text && text->IsString() ? View(*text) : "";
  }
  return found.value_or("Unknown");
}

std::optional<absl::string_view> StatusOfCondition(const Value& object,
                                                   absl::string_view type,
                                                   Pool* pool) {
  const Value* conditions = Dig(object, {"status", "conditions"});
  if (conditions == nullptr || !conditions->IsArray()) return std::nullopt;
  pool->account().Note(Finding(2 * conditions->Size()));
  for (const Value& entry : conditions->GetArray()) {
    if (!entry.IsObject()) continue;
    const Value* name = Find(entry, "type", pool);
    if (name == nullptr || !name->IsString() || View(*name) != type) continue;
    const Value* text = Find(entry, "status", pool);
    if (text == nullptr || !text->IsString()) return std::nullopt;
    return View(*text);
  }
  return std::nullopt;
}

}  // namespace loom
