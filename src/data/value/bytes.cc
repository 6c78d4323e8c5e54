// SPDX-License-Identifier: Apache-2.0
// Bytes are an object with one member. Its name is recognized by its address, so an
// object of a request with a member of that name is not mistaken for bytes. Copies of a
// tree share the name.
#include "data/value/bytes.h"

#include <algorithm>

#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/value/budget.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

constexpr char kName[] = "bytes";

}  // namespace

Value BytesValue(absl::string_view bytes, Pool* pool) {
  Value value(rapidjson::kObjectType);
  value.AddMember(Borrow(kName), Borrow(bytes), pool->allocator());
  return value;
}

bool IsBytes(const Value& value) {
  return value.IsObject() && value.MemberCount() == 1 &&
         value.MemberBegin()->name.GetString() == kName;
}

absl::string_view ViewBytes(const Value& value) {
  return View(value.MemberBegin()->value);
}

bool HasBytes(const Value& value) {
  if (value.IsArray()) {
    return std::any_of(value.Begin(), value.End(), HasBytes);
  }
  if (!value.IsObject()) return false;
  if (IsBytes(value)) return true;
  return std::any_of(
      value.MemberBegin(), value.MemberEnd(),
      [](const Member& member) { return HasBytes(member.value); });
}

absl::Status NotText() {
  return Harmless(absl::FailedPreconditionError(kNotText));
}

absl::Status BytesToText(Value* value, Pool* pool) {
  if (value->IsArray()) {
    for (Value& each : value->GetArray()) {
      LOOM_RETURN_IF_ERROR(BytesToText(&each, pool));
    }
  } else if (IsBytes(*value)) {
    const absl::string_view bytes = ViewBytes(*value);
    LOOM_RETURN_IF_ERROR(Spend(Reading(bytes.size()), pool));
    if (!IsUtf8(bytes)) return NotText();
    *value = Borrow(bytes);
  } else if (value->IsObject()) {
    for (Member& member : value->GetObject()) {
      LOOM_RETURN_IF_ERROR(BytesToText(&member.value, pool));
    }
  }
  return absl::OkStatus();
}

}  // namespace loom
