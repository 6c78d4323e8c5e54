// SPDX-License-Identifier: Apache-2.0
// The numbers of the fields of google.protobuf.Value, which are its kinds. A Struct is a
// map in its field 1, and a ListValue a list in its field 1.
#pragma once

#include <cstdint>

namespace loom {

enum ValueField : uint32_t {
  kNullField = 1,
  kNumberField = 2,
  kStringField = 3,
  kBoolField = 4,
  kStructField = 5,
  kListField = 6,
};

}  // namespace loom
