// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/schema_references.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"
#include "crossplane/objects/object.h"
#include "data/value/deferred.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

constexpr char kIdentity[] = "x-kubernetes-group-version-kind";
constexpr absl::string_view kPrefix = "#/components/schemas/";
// A schema inside another one is up to two levels of JSON below it.
constexpr int kMaxSchemas = kMaxDepth / 2;

// The name that a schema refers to; "" if it refers to none.
absl::string_view ReferenceOf(const Value& schema) {
  if (!schema.IsObject()) return "";
  const Value* reference = Find(schema, "$ref");
  if (reference != nullptr && reference->IsString()) {
    return absl::StripPrefix(View(*reference), kPrefix);
  }
  for (const Value& each : ItemsAt(schema, {"allOf"})) {
    absl::string_view name = ReferenceOf(each);
    if (!name.empty()) return name;
  }
  return "";
}

class Flattener {
 public:
  Flattener(const Value& schemas, Pool* pool)
      : schemas_(schemas), pool_(pool) {}

  absl::StatusOr<Value> Named(absl::string_view name) {
    if (std::find(open_.begin(), open_.end(), name) != open_.end()) {
      Value placeholder = Object();
      Set(placeholder, "type", Borrow("object"), pool_);
      return placeholder;
    }
    const Value* schema = Find(schemas_, name);
    if (schema == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("schema ", open_.back(), " refers to ", name,
                       ", which is not in the document"));
    }
    open_.push_back(name);
    absl::StatusOr<Value> flat = MembersOf(*schema);
    open_.pop_back();
    return flat;
  }

 private:
  absl::StatusOr<Value> Any(const Value& schema) {
    absl::string_view name = ReferenceOf(schema);
    return name.empty() ? MembersOf(schema) : Named(name);
  }

  // A copy whose members do not refer to anything.
  absl::StatusOr<Value> MembersOf(const Value& schema) {
    if (!schema.IsObject()) return Copy(schema, pool_);
    if (++depth_ > kMaxSchemas) {
      return absl::InvalidArgumentError(
          absl::StrCat("schema ", open_.front(), " has more than ", kMaxSchemas,
                       " nested schemas, including those that it refers to"));
    }
    Value flat = Object();
    for (const Member& member : Members(schema)) {
      absl::string_view name = View(member.name);
      LOOM_ASSIGN_OR_RETURN(Value value, MemberOf(name, member.value));
      Set(flat, name, std::move(value), pool_);
    }
    --depth_;
    return flat;
  }

  absl::StatusOr<Value> MemberOf(absl::string_view name, const Value& value) {
    if (value.IsObject()) {
      if (name == "properties") return Properties(value);
      if (name == "additionalProperties" || name == "items") return Any(value);
    }
    return Copy(value, pool_);
  }

  absl::StatusOr<Value> Properties(const Value& properties) {
    Value flat = Object();
    for (const Member& member : Members(properties)) {
      LOOM_ASSIGN_OR_RETURN(Value value, Any(member.value));
      Set(flat, View(member.name), std::move(value), pool_);
    }
    return flat;
  }

  const Value& schemas_;
  Pool* pool_;
  std::vector<absl::string_view> open_;  // the schemas around this place
  int depth_ = 0;
};

}  // namespace

absl::StatusOr<Value> FlattenSchema(const Value& schemas,
                                    absl::string_view name, Pool* pool) {
  return Flattener(schemas, pool).Named(name);
}

const Value* SchemasOf(const Value& document) {
  const Value* schemas = Dig(document, {"components", "schemas"});
  return schemas != nullptr && schemas->IsObject() ? schemas : nullptr;
}

std::string DescribedKind(const Value& schema, absl::string_view api_version) {
  const Value* kinds = Dig(schema, {kIdentity});
  if (kinds == nullptr || !kinds->IsArray() || kinds->Size() != 1) return "";
  const Value& kind = ItemAt(*kinds, 0);
  if (!kind.IsObject()) return "";
  std::string group = ScalarText(Find(kind, "group"));
  std::string version = ScalarText(Find(kind, "version"));
  if (!group.empty()) absl::StrAppend(&group, "/");
  if (group + version != api_version) return "";
  return ScalarText(Find(kind, "kind"));
}

absl::StatusOr<Value> FindInDocument(const Value& document,
                                     absl::string_view api_version,
                                     absl::string_view kind, Pool* pool) {
  const Value* schemas = SchemasOf(document);
  if (schemas == nullptr) return Value();
  for (const Member& schema : Members(*schemas)) {
    std::string described = DescribedKind(schema.value, api_version);
    if (described.empty() || described != kind) continue;
    return FlattenSchema(*schemas, View(schema.name), pool);
  }
  return Value();
}

}  // namespace loom
