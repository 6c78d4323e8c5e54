// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/destination.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/fieldpath/access.h"
#include "data/fieldpath/keyed_elements.h"
#include "data/fieldpath/path.h"
#include "data/value/budget.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The table. {keep_values, append_arrays}
constexpr ToPolicy kToPolicies[] = {
    {"Replace", false, {}},
    {"MergeObjects", true, {true, false}},
    {"MergeObject", true, {true, false}},
    {"MergeObjectsAppendArrays", true, {true, true}},
    {"ForceMergeObjects", true, {false, false}},
    {"ForceMergeObjectsAppendArrays", true, {false, true}},
    {"AppendArray", true, {false, true}},
};

}  // namespace

const ToPolicy& ToPolicy::Replace() { return kToPolicies[0]; }

const ToPolicy& ToPolicy::ForceMergeObjects() { return kToPolicies[4]; }

const ToPolicy* ParseToPolicy(Fields& policy) {
  const auto* to = policy.Choice("toFieldPath", kToPolicies, &kToPolicies[0],
                                 IfUnknown::kInvalid, IfEmpty::kUnknown);
  return to == nullptr ? &kToPolicies[0] : to;
}

absl::Status Destination::Write(Value& to, Value value, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(Charge(value, pool));
  if (names_elements) {
    absl::StatusOr<std::vector<Path>> places = MakeElements(to, path, pool);
    if (!places.ok()) return WithPrefix(places.status());
    return WriteAll(to, *places, value, pool);
  }
  if (expands && path.HasWildcard()) {
    LOOM_ASSIGN_OR_RETURN(
        const std::vector<Path> places,
        Expand(to, path, {.create_last = !rules.follows_go}, pool));
    return WriteAll(to, places, value, pool);
  }
  return WriteAt(to, path, std::move(value), pool);
}

absl::Status Destination::WithPrefix(const absl::Status& status) const {
  return prefix.empty() ? status : Annotate(status, prefix);
}

// A wildcard expands to field names, which may be the keys of a Secret. So
// errors at such a path are not declared harmless.
absl::Status Destination::WriteAll(Value& to, const std::vector<Path>& places,
                                   const Value& value, Pool* pool) const {
  if (places.empty() && rules.follows_go) {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("cannot expand ToFieldPath ", path.text())));
  }
  // The value was charged once, even if the wildcards match nothing.
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
      return WithPrefix(harmless(present.status()));
    }
    if (present.ok() && !(*present)->IsNull()) {
      return WithPrefix(
          Annotate(Combine(**present, value, policy.combine, pool),
                   "failed to merge values"));
    }
  }
  return WithPrefix(harmless(Put(to, at, std::move(value), pool)));
}

}  // namespace loom
