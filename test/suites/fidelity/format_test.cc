// SPDX-License-Identifier: Apache-2.0
#include "data/go/format.h"

#include <vector>

#include "absl/strings/numbers.h"
#include "data/value/number.h"
#include "test/suites/fidelity/rows.h"

namespace loom {
namespace {

// The value that a row writes with its kind: {"i": "5"} is an int64, {"f":
// "2.5"} a double, {"o": {…}} an object, anything else itself.
Value Untagged(const Value& tagged, Pool* pool) {
  if (tagged.IsArray()) {
    Value list = Array();
    for (const Value& element : tagged.GetArray()) {
      list.PushBack(Untagged(element, pool), pool->allocator());
    }
    return list;
  }
  if (!tagged.IsObject()) return Copy(tagged, pool);
  const Member& only = *tagged.MemberBegin();
  switch (View(only.name)[0]) {
    case 'i': {
      int64_t number = 0;
      EXPECT_TRUE(absl::SimpleAtoi(View(only.value), &number));
      return Integer(number);
    }
    case 'f':
      return Real(NumberOf(only.value));
    default: {
      Value object = Object();
      for (auto& member : only.value.GetObject()) {
        object.AddMember(Borrow(View(member.name)),
                         Untagged(member.value, pool), pool->allocator());
      }
      return object;
    }
  }
}

// A row is a format, its arguments and the text.
std::string Formatted(const Value& row, Pool* pool) {
  Value values = Untagged(row[1], pool);
  std::vector<const Value*> arguments;
  for (const Value& value : values.GetArray()) arguments.push_back(&value);
  absl::StatusOr<std::string> text = GoFormat(View(row[0]), arguments);
  return text.ok() ? Want(row[2], *text) : text.status().ToString();
}

TEST(Fidelity, FormatsAsSprintf) { Replay("format", &Formatted); }

// Ours: doubles that are whole numbers print as integers under all verbs but
// those of floating point.
TEST(Fidelity, FormatsWholeNumbersOfTheWire) { Replay("whole", &Formatted); }

// Ours: %s of a number or a boolean prints what %v prints. Go complains.
TEST(Fidelity, FormatsNumbersAndBooleansAsText) { Replay("plain", &Formatted); }

}  // namespace
}  // namespace loom
