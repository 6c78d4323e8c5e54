// SPDX-License-Identifier: Apache-2.0
#include "base/annotate.h"

#include "absl/strings/str_cat.h"

namespace loom {

absl::Status Annotate(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(where, ": ", status.message()));
}

}  // namespace loom
