// SPDX-License-Identifier: Apache-2.0
#include "base/annotate.h"

#include "absl/strings/str_cat.h"
#include "base/discretion.h"

namespace loom {

absl::Status Annotate(const absl::Status& status, absl::string_view where) {
  if (status.ok()) return status;
  absl::Status annotated(status.code(),
                         absl::StrCat(where, ": ", status.message()));
  return Harmless(std::move(annotated),
                  absl::StrCat(where, ": ", DiscreetMessage(status)));
}

}  // namespace loom
