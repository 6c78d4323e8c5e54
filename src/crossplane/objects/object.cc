// SPDX-License-Identifier: Apache-2.0
#include "crossplane/objects/object.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/redacted_message.h"
#include "data/value/json.h"
#include "data/value/object.h"

namespace loom {
namespace {

std::optional<absl::string_view> StringAt(
    const Value& object, std::initializer_list<absl::string_view> names) {
  const Value* value = Dig(object, names);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return View(*value);
}

// Returns the object at `name`. Creates it if it is missing or null.
absl::StatusOr<Value*> ObjectAt(Value& object, absl::string_view name,
                                Pool* pool) {
  Value& member = FindOrAdd(object, name, pool);
  if (member.IsNull()) member.SetObject();
  if (!member.IsObject()) {
    return Harmless(
        absl::FailedPreconditionError(absl::StrCat(name, " is not an object")));
  }
  return &member;
}

}  // namespace

const Value* Dig(const Value& object,
                 std::initializer_list<absl::string_view> names) {
  const Value* at = &object;
  for (absl::string_view name : names) {
    if (!at->IsObject()) return nullptr;
    at = Find(*at, name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

absl::Span<const Value> ItemsAt(
    const Value& object, std::initializer_list<absl::string_view> names) {
  const Value* list = Dig(object, names);
  if (list == nullptr || !list->IsArray()) return {};
  const auto items = Items(*list);
  return {items.begin(), items.Size()};
}

absl::string_view TextAt(const Value& object,
                         std::initializer_list<absl::string_view> names) {
  return StringAt(object, names).value_or("");
}

absl::string_view ApiVersion(const Value& object) {
  return TextAt(object, {"apiVersion"});
}
absl::string_view Kind(const Value& object) { return TextAt(object, {"kind"}); }
absl::string_view Name(const Value& object) {
  return TextAt(object, {"metadata", "name"});
}
absl::string_view Namespace(const Value& object) {
  return TextAt(object, {"metadata", "namespace"});
}

std::optional<absl::string_view> Label(const Value& object,
                                       absl::string_view key) {
  return StringAt(object, {"metadata", "labels", key});
}
std::optional<absl::string_view> Label(const Value& object,
                                       absl::string_view key, Pool* pool) {
  const Value* labels = Dig(object, {"metadata", "labels"});
  if (labels == nullptr || !labels->IsObject()) return std::nullopt;
  const Value* value = Find(*labels, key, pool);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return View(*value);
}
std::optional<absl::string_view> Annotation(const Value& object,
                                            absl::string_view key) {
  return StringAt(object, {"metadata", "annotations", key});
}

absl::string_view GroupOf(absl::string_view api_version) {
  size_t slash = api_version.find('/');
  return slash == absl::string_view::npos ? "" : api_version.substr(0, slash);
}

absl::string_view VersionOf(absl::string_view api_version) {
  const size_t group = GroupOf(api_version).size();
  return group == 0 ? api_version : api_version.substr(group + 1);
}

bool IsModernGroup(absl::string_view group) {
  return absl::StartsWith(group, "m.") || absl::StrContains(group, ".m.") ||
         absl::EndsWith(group, ".m");
}

absl::Status SetLabel(Value& object, absl::string_view key,
                      absl::string_view value, Pool* pool) {
  absl::StatusOr<Value*> metadata = ObjectAt(object, "metadata", pool);
  if (!metadata.ok()) return metadata.status();
  absl::StatusOr<Value*> labels = ObjectAt(**metadata, "labels", pool);
  if (!labels.ok()) return labels.status();
  Set(**labels, pool->Keep(key), Text(value, pool), pool);
  return absl::OkStatus();
}

absl::Status CheckIdentity(const Value& object, Pool* pool) {
  const Value* kind = object.IsObject() ? Find(object, "kind", pool) : nullptr;
  const Value* version =
      object.IsObject() ? Find(object, "apiVersion", pool) : nullptr;
  bool has_kind = kind && kind->IsString() && kind->GetStringLength() > 0;
  // An apiVersion that is not a string counts as absent, as in Go.
  absl::string_view text =
      version && version->IsString() ? View(*version) : absl::string_view();
  bool version_fits = std::count(text.begin(), text.end(), '/') <= 1;
  if (has_kind && version_fits) return absl::OkStatus();
  // These fields are enough to identify the object. The whole object may be
  // large or secret.
  Value excerpt = Object();
  if (version) Set(excerpt, "apiVersion", Copy(*version, pool), pool);
  if (kind) Set(excerpt, "kind", Copy(*kind, pool), pool);
  return Harmless(absl::FailedPreconditionError(
                      absl::StrCat("Object 'Kind' is missing in '",
                                   CompactJson(excerpt).value_or("{}"), "'")),
                  "Object 'Kind' is missing");
}

}  // namespace loom
