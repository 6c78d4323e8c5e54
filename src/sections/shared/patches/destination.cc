// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/patches/destination.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/annotate.h"
#include "base/discretion.h"
#include "base/status_macros.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/wildcard.h"
#include "data/value/budget.h"
#include "data/value/merge.h"

namespace loom {

absl::Status Destination::Write(Value& to, Value value, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(Charge(value, pool));
  if (expands && path.HasWildcard()) return WriteAll(to, value, pool);
  return WriteAt(to, path, std::move(value), pool);
}

absl::Status Destination::Told(const absl::Status& status) const {
  return prefix.empty() ? status : Annotate(status, prefix);
}

// A wildcard expands to names of members, and these may be the names of a
// Secret's members. So errors at such a path are not declared harmless.
absl::Status Destination::WriteAll(Value& to, const Value& value,
                                   Pool* pool) const {
  LOOM_ASSIGN_OR_RETURN(
      std::vector<Path> places,
      Expand(to, path, {.create_last = rules.wildcards_create_members}, pool));
  if (places.empty() && !rules.wildcards_create_members) {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("cannot expand ToFieldPath ", path.text())));
  }
  // The value was charged once, also if the wildcards stand for no place.
  size_t more = places.empty() ? 0 : places.size() - 1;
  LOOM_RETURN_IF_ERROR(Charge(WeightOf(value) * more, pool));
  for (const Path& place : places) {
    LOOM_RETURN_IF_ERROR(WriteAt(to, place, Copy(value, pool), pool));
  }
  return absl::OkStatus();
}

absl::Status Destination::WriteAt(Value& to, const Path& at, Value value,
                                  Pool* pool) const {
  // Only the path that the author wrote may be quoted.
  auto harmless = [&](const absl::Status& status) {
    return &at == &path && !status.ok() ? Harmless(status) : status;
  };
  if (policy.merges && !value.IsNull()) {
    absl::StatusOr<Value*> present = GetMutable(to, at, pool);
    if (!present.ok() && !absl::IsNotFound(present.status())) {
      return Told(harmless(present.status()));
    }
    if (present.ok() && !(*present)->IsNull()) {
      return Told(Annotate(Combine(**present, value, policy.combine, pool),
                           "failed to merge values"));
    }
  }
  return Told(harmless(Put(to, at, std::move(value), pool)));
}

}  // namespace loom
