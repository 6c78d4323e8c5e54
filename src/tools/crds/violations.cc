// SPDX-License-Identifier: Apache-2.0
#include "tools/crds/violations.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/nearest_name.h"
#include "data/value/object.h"
#include "language/input/input.h"
#include "tools/crds/value_checks.h"

namespace loom {
namespace {

bool IsSetValue(const Value& schema, absl::string_view flag) {
  const Value* value = Find(schema, flag);
  return value != nullptr && value->IsBool() && value->GetBool();
}

bool IsInteger(const Value& value) {
  return value.IsNumber() && std::floor(value.GetDouble()) == value.GetDouble();
}

struct Type {
  absl::string_view name;
  absl::string_view words;
  bool (*fits)(const Value& value);
};

constexpr Type kTypes[] = {
    {"object", "an object",
     [](const Value& value) { return value.IsObject(); }},
    {"array", "a list", [](const Value& value) { return value.IsArray(); }},
    {"string", "a string", [](const Value& value) { return value.IsString(); }},
    {"boolean", "a boolean", [](const Value& value) { return value.IsBool(); }},
    {"integer", "an integer", IsInteger},
    {"number", "a number", [](const Value& value) { return value.IsNumber(); }},
};

class Checker {
 public:
  explicit Checker(Pool* pool) : pool_(pool) {}

  void Check(const Value& schema, const Value& value) {
    if (!schema.IsObject() || !CheckType(schema, value)) return;
    for (std::string& message : CheckValue(schema, value, pool_)) {
      Add(std::move(message));
    }
    CheckAlternatives(schema, value);
    if (value.IsArray()) CheckElements(schema, value);
    if (value.IsObject()) CheckMembers(schema, value);
  }

  std::vector<Violation> Take() { return std::move(found_); }

 private:
  void Add(std::string message) {
    found_.push_back({path_, std::move(message), ""});
  }

  // Whether the rest of the schema is worth comparing.
  bool CheckType(const Value& schema, const Value& value) {
    if (value.IsNull()) {
      // The API server drops a null that may not be.
      return false;
    }
    const Value* type = Find(schema, "type");
    if (IsSetValue(schema, "x-kubernetes-int-or-string")) {
      if (value.IsString() || IsInteger(value)) return true;
      Add(absl::StrCat("Invalid value: want an integer or a string, got ",
                       KindName(value)));
      return false;
    }
    if (type == nullptr || !type->IsString()) return true;
    for (const Type& row : kTypes) {
      if (row.name != View(*type) || row.fits(value)) continue;
      bool fraction = value.IsNumber() && row.fits == IsInteger;
      Add(absl::StrCat("Invalid value: want ", row.words, ", got ",
                       fraction ? "a fraction" : KindName(value)));
      return false;
    }
    return true;
  }

  // Whether a value fits one of several schemas.
  bool Fits(const Value& schema, const Value& value) const {
    Checker other(pool_);
    other.alternative_ = true;
    other.Check(schema, value);
    return other.found_.empty();
  }

  int CountFitting(const Value& schemas, const Value& value) const {
    int fitting = 0;
    for (const Value& each : schemas.GetArray()) fitting += Fits(each, value);
    return fitting;
  }

  void CheckAlternatives(const Value& schema, const Value& value) {
    const Value* all = Find(schema, "allOf");
    if (all != nullptr && all->IsArray()) {
      bool before = std::exchange(alternative_, true);
      for (const Value& each : all->GetArray()) Check(each, value);
      alternative_ = before;
    }
    const Value* any = Find(schema, "anyOf");
    if (any != nullptr && any->IsArray() && CountFitting(*any, value) == 0) {
      Add("Invalid value: fits none of the alternatives of anyOf");
    }
    const Value* one = Find(schema, "oneOf");
    if (one != nullptr && one->IsArray()) {
      int fitting = CountFitting(*one, value);
      if (fitting != 1) {
        Add(absl::StrCat("Invalid value: fits ",
                         fitting == 0 ? "none" : absl::StrCat(fitting),
                         " of the alternatives of oneOf, want one"));
      }
    }
    const Value* other = Find(schema, "not");
    if (other != nullptr && other->IsObject() && Fits(*other, value)) {
      Add("Invalid value: fits what `not` excludes");
    }
  }

  void CheckElements(const Value& schema, const Value& list) {
    const Value* items = Find(schema, "items");
    if (items == nullptr) return;
    for (rapidjson::SizeType i = 0; i < list.Size(); ++i) {
      CheckAt(absl::StrCat(i), *items, list[i]);
    }
  }

  void CheckMembers(const Value& schema, const Value& object) {
    CheckRequired(schema, object);
    const Value* properties = Find(schema, "properties");
    if (properties != nullptr && !properties->IsObject()) properties = nullptr;
    const Value* others = Find(schema, "additionalProperties");
    for (const Member& member : object.GetObject()) {
      absl::string_view name = View(member.name);
      const Value* known =
          properties == nullptr ? nullptr : Find(*properties, name);
      if (known != nullptr) {
        CheckAt(name, *known, member.value);
      } else if (others != nullptr && others->IsObject()) {
        CheckAt(name, *others, member.value);
      } else if (!MayHave(schema, others, name)) {
        AddUnknown(properties, name);
      }
    }
  }

  void CheckAt(absl::string_view step, const Value& schema,
               const Value& value) {
    path_.emplace_back(step);
    Check(schema, value);
    path_.pop_back();
  }

  void CheckRequired(const Value& schema, const Value& object) {
    const Value* required = Find(schema, "required");
    if (required == nullptr || !required->IsArray()) return;
    for (const Value& name : required->GetArray()) {
      if (!name.IsString() || IsThere(schema, object, View(name))) continue;
      path_.emplace_back(View(name));
      Add("Required value");
      path_.pop_back();
    }
  }

  // The API server takes a null away where none may be.
  bool IsThere(const Value& schema, const Value& object,
               absl::string_view name) const {
    const Value* value = Find(object, name);
    if (value == nullptr || !value->IsNull()) return value != nullptr;
    const Value* properties = Find(schema, "properties");
    const Value* property = properties == nullptr || !properties->IsObject()
                                ? nullptr
                                : Find(*properties, name);
    return property == nullptr || !property->IsObject() ||
           IsSetValue(*property, "nullable");
  }

  // Whether a member that no property describes may be there.
  bool MayHave(const Value& schema, const Value* others,
               absl::string_view name) const {
    // The schemas of alternatives only narrow what the others describe.
    if (alternative_ || others != nullptr) return true;
    if (IsSetValue(schema, "x-kubernetes-preserve-unknown-fields")) return true;
    bool standard =
        name == "apiVersion" || name == "kind" || name == "metadata";
    return standard && (path_.empty() ||
                        IsSetValue(schema, "x-kubernetes-embedded-resource"));
  }

  void AddUnknown(const Value* properties, absl::string_view name) {
    std::vector<std::string> known;
    if (properties != nullptr) {
      for (const Member& property : properties->GetObject()) {
        known.emplace_back(View(property.name));
      }
    }
    std::string nearest = NearestName(name, known);
    Add(absl::StrCat("unknown field \"", name, "\"",
                     nearest.empty()
                         ? ""
                         : absl::StrCat(", did you mean \"", nearest, "\"?")));
    found_.back().unknown_member = std::string(name);
  }

  Pool* pool_;
  // Whether the schema is one of several that say something of one value.
  bool alternative_ = false;
  std::vector<std::string> path_;
  std::vector<Violation> found_;
};

}  // namespace

std::vector<Violation> ViolationsOf(const Value& schema, const Value& object,
                                    Pool* pool) {
  Checker checker(pool);
  checker.Check(schema, object);
  return checker.Take();
}

}  // namespace loom
