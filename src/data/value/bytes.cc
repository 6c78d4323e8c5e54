// SPDX-License-Identifier: Apache-2.0
#include "data/value/bytes.h"

#include <algorithm>

#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/value/budget.h"
#include "data/value/deferred.h"
#include "data/value/utf8.h"

namespace loom {

Value BytesValue(absl::string_view bytes, Pool* pool) {
  Value value(rapidjson::kObjectType);
  value.AddMember(Borrow(kBytesName), Borrow(bytes), pool->allocator());
  return value;
}

absl::string_view ViewBytes(const Value& value) {
  return View(value.MemberBegin()->value);
}

bool ContainerHasBytes(const Value& container) {
  if (container.IsArray()) {
    return std::any_of(container.Begin(), container.End(), HasBytes);
  }
  if (IsBytes(container)) return true;
  return std::any_of(
      container.MemberBegin(), container.MemberEnd(),
      [](const Member& member) { return HasBytes(member.value); });
}

absl::Status NotText() {
  return Harmless(absl::FailedPreconditionError(kNotText));
}

absl::Status BytesToText(Value* value, Pool* pool) {
  if (value->IsArray()) {
    for (Value& each : Items(*value)) {
      LOOM_RETURN_IF_ERROR(BytesToText(&each, pool));
    }
  } else if (IsBytes(*value)) {
    const absl::string_view bytes = ViewBytes(*value);
    LOOM_RETURN_IF_ERROR(Spend(Reading(bytes.size()), pool));
    if (!IsUtf8(bytes)) return NotText();
    *value = Borrow(bytes);
  } else if (value->IsObject()) {
    for (Member& member : Members(*value)) {
      LOOM_RETURN_IF_ERROR(BytesToText(&member.value, pool));
    }
  }
  return absl::OkStatus();
}

}  // namespace loom
