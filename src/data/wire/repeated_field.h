// SPDX-License-Identifier: Apache-2.0
// RepeatedField reads the messages of field 1 one by one: the entries of a Struct, and the
// elements of a ListValue. Other fields are passed over.
//
//   RepeatedField entries(bytes);
//   size_t count = 0;
//   for (absl::string_view entry; entries.Next(&entry);) ++count;
//   if (!entries.ok()) return absl::InvalidArgumentError("truncated");
#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"
#include "data/wire/map_entry.h"
#include "data/wire/reader.h"

namespace loom {

class RepeatedField {
 public:
  explicit RepeatedField(absl::string_view bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool Next(absl::string_view* message) {
    constexpr uint8_t kTag = 1 << 3 | 2;
    return ReadUsualField(kTag, &at_, end_, message) ||
           NextAmongOthers(message);
  }
  // Whether Next has come to the end, and not to a malformed field.
  bool ok() const { return ok_; }

 private:
  bool NextAmongOthers(absl::string_view* message) {
    if (at_ == end_) return false;
    WireReader in({at_, size_t(end_ - at_)});
    while (in.Next()) {
      if (!in.Is(1, WireType::kBytes)) continue;
      *message = in.bytes();
      at_ = in.at();
      return true;
    }
    ok_ = in.ok();
    at_ = end_;
    return false;
  }

  const char* at_;
  const char* end_;
  bool ok_ = true;
};

}  // namespace loom
