// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/selector.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/objects/object.h"
#include "data/fieldpath/access.h"
#include "data/value/budget.h"
#include "data/value/number.h"
#include "language/input/fields.h"

namespace loom {
bool GlobMatches(absl::string_view pattern, absl::string_view text) {
  size_t star = pattern.find('*');
  if (star == absl::string_view::npos) return pattern == text;
  absl::string_view before = pattern.substr(0, star);
  absl::string_view after = pattern.substr(star + 1);
  if (text.substr(0, before.size()) != before) return false;
  text.remove_prefix(before.size());
  // The literal up to the next star may match at its first occurrence. Only the
  // last literal must match at the end.
  while (true) {
    star = after.find('*');
    absl::string_view literal = after.substr(0, star);
    if (star == absl::string_view::npos) {
      return text.size() >= literal.size() &&
             text.substr(text.size() - literal.size()) == literal;
    }
    size_t at = text.find(literal);
    if (at == absl::string_view::npos) return false;
    text.remove_prefix(at + literal.size());
    after.remove_prefix(star + 1);
  }
}

void Selector::ReadGroupAndKind(Fields& fields) {
  if (auto group = fields.String("group")) group_ = std::string(*group);
  if (auto kind = fields.String("kind")) kind_ = std::string(*kind);
}

// Reports an error unless the object has one of the two fields.
static void CheckKind(const Fields& fields) {
  if (!fields.Has("group") && !fields.Has("kind")) {
    fields.at().Problem("Required value: group or kind is required",
                        ProblemKind::kMissing);
  }
}

Selector Selector::ParseKind(const Input& input) {
  Fields fields(input);
  Selector selector;
  selector.ReadGroupAndKind(fields);
  fields.Done();
  CheckKind(fields);
  return selector;
}

Selector Selector::ReadKind(Fields& fields) {
  Selector selector;
  selector.ReadGroupAndKind(fields);
  CheckKind(fields);
  return selector;
}

Selector Selector::ReadAny(Fields& fields) {
  Selector selector;
  selector.ReadGroupAndKind(fields);
  if (auto pattern = fields.String("resource")) {
    selector.resource_ = ReadRegexp(fields.at(), "resource", *pattern);
  }
  return selector;
}

Selector Selector::Parse(const Input& input) {
  Fields fields(input);
  Selector selector = ReadAny(fields);
  fields.Done();
  if (!fields.Has("group") && !fields.Has("kind") && !fields.Has("resource")) {
    input.Problem("Required value: group, kind or resource is required",
                  ProblemKind::kMissing);
  }
  return selector;
}

absl::StatusOr<bool> Selector::Matches(const Selectable& candidate,
                                       Pool* pool) const {
  if (group_ && !GlobMatches(*group_, candidate.group)) return false;
  if (kind_ && !GlobMatches(*kind_, candidate.kind)) return false;
  if (!resource_.has_value()) return true;
  return resource_->Matches(candidate.name, pool);
}

absl::StatusOr<bool> AnyMatches(const std::vector<Selector>& selectors,
                                const Selectable& candidate, Pool* pool) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(selectors.size()), pool));
  for (const Selector& selector : selectors) {
    LOOM_ASSIGN_OR_RETURN(bool matches, selector.Matches(candidate, pool));
    if (matches) return true;
  }
  return false;
}

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
