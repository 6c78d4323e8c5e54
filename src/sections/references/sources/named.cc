// SPDX-License-Identifier: Apache-2.0
#include "sections/references/sources/named.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/object.h"

namespace loom {

absl::StatusOr<Resolution> ReadEach(
    size_t count, bool is_list, Pool* pool,
    absl::FunctionRef<absl::StatusOr<Resolution>(size_t)> read) {
  Resolution whole = Resolution::Of(Array());
  bool pending = false;
  for (size_t i = 0; i < count; ++i) {
    LOOM_ASSIGN_OR_RETURN(Resolution one, read(i));
    pending |= one.state == LookupState::kPending;
    if (whole.state == LookupState::kFailed) continue;
    if (one.state == LookupState::kFailed || !is_list) {
      whole = std::move(one);
    } else if (one.state == LookupState::kFound) {
      whole.value.PushBack(one.value, pool->allocator());
    }
  }
  return pending ? Resolution() : std::move(whole);
}

std::string TextAt(const Value& object, absl::string_view name, Pool* pool) {
  const Value* text = Find(object, name, pool);
  return text != nullptr && text->IsString() ? std::string(View(*text)) : "";
}

Path ParseOneField(Fields& fields, absl::string_view member,
                   absl::string_view text, absl::string_view kind) {
  absl::StatusOr<Path> path = fields.at().ParsePath(member, text);
  if (!path.ok()) return Path();
  if (path->HasWildcard()) {
    fields.at().Invalid(member, absl::StrCat("\"", text, "\": ", kind,
                                             " reference fills one field, so "
                                             "[*] is not allowed"));
  }
  return *std::move(path);
}

}  // namespace loom
