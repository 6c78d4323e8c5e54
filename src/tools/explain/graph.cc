// SPDX-License-Identifier: Apache-2.0
#include "tools/explain/graph.h"

#include "absl/strings/str_cat.h"

namespace loom {

std::optional<size_t> WriterBefore(const ExplainedField& field, size_t step) {
  if (field.by < step) return field.by;
  for (const FormerValue& former : field.was) {
    if (former.by < step) return former.by;
  }
  return std::nullopt;
}

std::string OwnerOf(absl::string_view resource) {
  const bool taken =
      resource == "xr" || resource == "env" || resource == "context";
  return absl::StrCat(taken ? "./" : "", resource);
}

}  // namespace loom
