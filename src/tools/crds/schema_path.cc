// SPDX-License-Identifier: Apache-2.0
#include "tools/crds/schema_path.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/nearest_name.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

using Answer = SchemaPlace::Answer;
using Segments = absl::Span<const Segment>;

constexpr std::pair<absl::string_view, absl::string_view> kTypeWords[] = {
    {"string", "a string"},   {"integer", "an integer"}, {"number", "a number"},
    {"boolean", "a boolean"}, {"object", "an object"},   {"array", "a list"},
};

// What Crossplane adds to the schemas of composites and claims.
constexpr absl::string_view kSpecOfComposites[] = {
    "crossplane",
    "claimRef",
    "compositeDeletePolicy",
    "compositionRef",
    "compositionRevisionRef",
    "compositionRevisionSelector",
    "compositionSelector",
    "compositionUpdatePolicy",
    "environmentConfigRefs",
    "publishConnectionDetailsTo",
    "resourceRef",
    "resourceRefs",
    "writeConnectionSecretToRef",
};
constexpr absl::string_view kStatusOfComposites[] = {
    "claimConditionTypes", "conditions", "connectionDetails", "crossplane"};

template <size_t kCount>
bool Holds(const absl::string_view (&names)[kCount], absl::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool IsSet(const Value& schema, absl::string_view flag) {
  const Value* value = Find(schema, flag);
  return value != nullptr && value->IsBool() && value->GetBool();
}

bool HasAny(const Value& schema,
            std::initializer_list<absl::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](absl::string_view name) {
    return Find(schema, name) != nullptr;
  });
}

class Follower {
 public:
  Follower(const KindSchema& kind, Segments path) : kind_(kind), path_(path) {}

  SchemaPlace Run() {
    if (path_.empty() || IsOfEveryObject() || IsOfEveryComposite()) return {};
    const Value* schema = kind_.schema;
    for (at_ = 0; at_ < path_.size(); ++at_) {
      if (schema == nullptr || !schema->IsObject()) return {};
      answer_ = Answer::kFree;
      schema = path_[at_].is_index       ? Element(*schema)
               : path_[at_].IsWildcard() ? Any(*schema)
                                         : Member(*schema);
      if (schema != nullptr) continue;
      if (answer_ == Answer::kFree) return {};
      return {Answer::kMissing, nullptr, ToString(path_.first(at_ + 1)),
              nearest_};
    }
    if (!schema->IsObject()) return {};
    return {Answer::kKnown, schema, "", ""};
  }

 private:
  bool IsOfEveryObject() const {
    const std::string& first = path_[0].field;
    return path_[0].is_index || first == "apiVersion" || first == "kind" ||
           first == "metadata";
  }

  bool IsOfEveryComposite() const {
    if (kind_.definition == nullptr || path_.size() < 2 ||
        Kind(kind_.definition->root) != "CompositeResourceDefinition") {
      return false;
    }
    if (path_[0].field == "spec") {
      return Holds(kSpecOfComposites, path_[1].field);
    }
    return path_[0].field == "status" &&
           Holds(kStatusOfComposites, path_[1].field);
  }

  // Whether the schema may know more than this program reads.
  bool IsOpen(const Value& schema) const {
    if (IsSet(schema, "x-kubernetes-preserve-unknown-fields") ||
        IsSet(schema, "x-kubernetes-int-or-string") ||
        IsSet(schema, "x-kubernetes-embedded-resource") ||
        HasAny(schema, {"$ref", "allOf", "anyOf", "oneOf"})) {
      return true;
    }
    // A document of OpenAPI has `type: object` where a schema is recursive.
    return TypeIn(schema).empty() ||
           (kind_.definition == nullptr && TypeIn(schema) == "object" &&
            !HasAny(schema, {"properties", "additionalProperties"}));
  }

  const Value* Missing(const Value& schema) {
    if (!IsOpen(schema)) answer_ = Answer::kMissing;
    return nullptr;
  }

  const Value* Element(const Value& schema) {
    const Value* items = Find(schema, "items");
    if (items != nullptr) return items;
    absl::string_view type = TypeIn(schema);
    // The keys of a map may be numbers.
    if (type == "array" || type == "object") return nullptr;
    return Missing(schema);
  }

  const Value* Any(const Value& schema) const {
    const Value* items = Find(schema, "items");
    return items != nullptr ? items : Find(schema, "additionalProperties");
  }

  const Value* Member(const Value& schema) {
    const std::string& name = path_[at_].field;
    const Value* properties = Find(schema, "properties");
    if (properties != nullptr && properties->IsObject()) {
      const Value* found = Find(*properties, name);
      if (found != nullptr) return found;
    }
    const Value* others = Find(schema, "additionalProperties");
    if (others != nullptr && others->IsObject()) return others;
    if (others != nullptr && !others->IsFalse()) return nullptr;
    if (TypeIn(schema) == "array") {
      if (!IsOpen(schema)) {
        nearest_ = absl::StrCat(ToString(path_.first(at_)), "[0]");
      }
    } else {
      FindNearest(properties, name);
    }
    return Missing(schema);
  }

  void FindNearest(const Value* properties, const std::string& name) {
    std::vector<std::string> names;
    if (properties != nullptr && properties->IsObject()) {
      for (const auto& property : properties->GetObject()) {
        names.emplace_back(View(property.name));
      }
    }
    std::string near = NearestName(name, names);
    if (near.empty()) return;
    std::vector<Segment> path(path_.begin(), path_.begin() + at_);
    path.push_back(Segment::Field(near));
    nearest_ = ToString(path);
  }

  const KindSchema& kind_;
  Segments path_;
  size_t at_ = 0;
  Answer answer_ = Answer::kFree;
  std::string nearest_;
};

// The names, labels and annotations of every object are texts.
bool IsTextOfEveryObject(Segments path) {
  if (path.size() == 1) {
    return path[0].field == "apiVersion" || path[0].field == "kind";
  }
  if (path.empty() || path[0].field != "metadata") return false;
  const std::string& second = path[1].field;
  if (path.size() == 2) {
    return second == "name" || second == "namespace" || second == "uid" ||
           second == "generateName";
  }
  return path.size() == 3 && !path[2].is_index && !path[2].IsWildcard() &&
         (second == "labels" || second == "annotations");
}

}  // namespace

SchemaPlace FollowPath(const KindSchema& kind, Segments path) {
  return Follower(kind, path).Run();
}

absl::string_view TypeIn(const Value& schema) {
  const Value* type = Find(schema, "type");
  if (type == nullptr || !type->IsString() ||
      IsSet(schema, "x-kubernetes-int-or-string")) {
    return "";
  }
  return View(*type);
}

std::string TypeAt(const KindSchema* kind, Segments path) {
  if (IsTextOfEveryObject(path)) return "string";
  if (kind == nullptr) return "";
  SchemaPlace place = FollowPath(*kind, path);
  if (place.answer != Answer::kKnown) return "";
  return std::string(TypeIn(*place.schema));
}

absl::string_view TypeWords(absl::string_view type) {
  for (const auto& [name, words] : kTypeWords) {
    if (name == type) return words;
  }
  return "a value";
}

}  // namespace loom
