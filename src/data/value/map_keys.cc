// SPDX-License-Identifier: Apache-2.0
#include "data/value/map_keys.h"

#include "data/wire/reader.h"

namespace loom {
namespace {

absl::string_view KeyOf(absl::string_view entry) {
  absl::string_view key;
  for (WireReader in(entry); in.Next();) {
    if (in.Is(1, WireType::kBytes)) key = in.bytes();
  }
  return key;
}

// Calls `visit` with the keys of the first `count` entries, until it returns
// false.
template <typename Visit>
void ForEachKey(absl::string_view object, int count, Visit visit) {
  for (WireReader in(object); count > 0 && in.Next();) {
    if (!in.Is(1, WireType::kBytes)) continue;
    --count;
    if (!visit(KeyOf(in.bytes()))) return;
  }
}

}  // namespace

bool MapKeys::IsAmongThoseBefore(absl::string_view key) const {
  bool found = false;
  ForEachKey(object_, count_ - 1, [&](absl::string_view earlier) {
    found = earlier == key;
    return !found;
  });
  return found;
}

bool MapKeys::IsInSet(absl::string_view key) {
  if (!set_.has_value()) {
    set_.emplace();
    ForEachKey(object_, count_ - 1, [&](absl::string_view earlier) {
      set_->Insert(earlier, 0);
      return true;
    });
  }
  return !set_->Insert(key, 0);
}

}  // namespace loom
