// SPDX-License-Identifier: Apache-2.0
// NamesOf lists what an author may choose from: the names of a table's rows, in
// its order. A message that refuses a name ends with "want one of " and this
// list, and the schema of the native input is compared with it.
//
//   rows      {{"literal", &ParseLiteral}, {"regexp", &ParseRegexp}}
//   NamesOf   literal, regexp
#pragma once

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {

template <typename Rows>
std::string NamesOf(const Rows& rows) {
  return absl::StrJoin(rows, ", ", [](std::string* out, const auto& row) {
    absl::StrAppend(out, row.name);
  });
}

}  // namespace loom
