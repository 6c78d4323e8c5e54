// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/sort_objects.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/number.h"

namespace loom {
namespace {

using Objects = std::vector<const Value*>;

// An object and its sort value. `key` is nullptr if the value is missing or
// null.
struct Sortable {
  const Value* object;
  const Value* key;
};

absl::Status CannotSort(absl::string_view why) {
  return Harmless(absl::FailedPreconditionError(why));
}

// Returns Go's name of a type, which Go's messages show.
absl::string_view GoKind(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNumberType:
      return "float64";
    case rapidjson::kStringType:
      return "string";
    case rapidjson::kObjectType:
      return "map";
    case rapidjson::kArrayType:
      return "slice";
    default:
      return "bool";
  }
}

absl::StatusOr<std::vector<Sortable>> SortKeys(const Objects& objects,
                                               const Path& path, Pool* pool) {
  std::vector<Sortable> sortables;
  for (const Value* object : objects) {
    absl::StatusOr<const Value*> key = Get(*object, path, pool);
    if (!key.ok() && !absl::IsNotFound(key.status())) {
      return Harmless(key.status());
    }
    bool present = key.ok() && !(*key)->IsNull();
    sortables.push_back({object, present ? *key : nullptr});
  }
  return sortables;
}

// Returns the type that all keys have; "" if no object has a key.
absl::StatusOr<absl::string_view> CommonKind(
    const std::vector<Sortable>& sortables) {
  absl::string_view common;
  for (const Sortable& sortable : sortables) {
    if (sortable.key == nullptr) continue;
    absl::string_view kind = GoKind(*sortable.key);
    if (common.empty()) common = kind;
    if (common != kind) {
      return CannotSort(absl::StrCat("cannot sort values of different types \"",
                                     common, "\" and \"", kind, "\""));
    }
  }
  return common;
}

}  // namespace

absl::Status SortObjects(const Path& path, Pool* pool,
                         std::vector<const Value*>* objects) {
  pool->account().Note(Sorting(objects->size()));
  LOOM_ASSIGN_OR_RETURN(std::vector<Sortable> sortables,
                        SortKeys(*objects, path, pool));
  LOOM_ASSIGN_OR_RETURN(absl::string_view kind, CommonKind(sortables));
  if (kind.empty() || objects->size() < 2) return absl::OkStatus();
  if (kind != "string" && kind != "float64") {
    return CannotSort(
        absl::StrCat("unsupported type \"", kind, "\" for sorting"));
  }
  auto number = [](const Value* key) { return key ? AsDouble(*key) : 0.0; };
  auto text = [](const Value* key) {
    return key ? View(*key) : absl::string_view();
  };
  auto before = [&](const Sortable& a, const Sortable& b) {
    if (kind == "string" && text(a.key) != text(b.key)) {
      return text(a.key) < text(b.key);
    }
    if (kind == "float64" && number(a.key) != number(b.key)) {
      return number(a.key) < number(b.key);
    }
    return Name(*a.object) < Name(*b.object);
  };
  std::stable_sort(sortables.begin(), sortables.end(), before);
  std::transform(sortables.begin(), sortables.end(), objects->begin(),
                 [](const Sortable& sortable) { return sortable.object; });
  return absl::OkStatus();
}

}  // namespace loom
