// SPDX-License-Identifier: Apache-2.0
#include "tools/schemas/crd.h"

#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/regexp.h"
#include "data/go/text.h"
#include "data/value/deferred.h"
#include "data/value/json.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/input/input.h"

namespace loom {
namespace {

// For SchemaOf.

absl::Status CheckKind(const YamlDocument& definition, absl::string_view group,
                       absl::string_view kind) {
  std::string own_group = ScalarText(Dig(definition.root, {"spec", "group"}));
  std::string own_kind =
      ScalarText(Dig(definition.root, {"spec", "names", "kind"}));
  std::string claim =
      ScalarText(Dig(definition.root, {"spec", "claimNames", "kind"}));
  if (own_group == group && (own_kind == kind || claim == kind)) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(absl::StrCat(
      definition.Place({"spec", "names", "kind"}), ": this defines ", own_kind,
      " of ", own_group, ", not ", kind, " of ", group));
}

// For FillDefaults.

void FillMembers(const Value& properties, Value& object, Pool* pool) {
  for (const Member& property : Members(properties)) {
    const Value& schema = property.value;
    if (!schema.IsObject()) continue;
    const Value* preset = Find(schema, "default");
    absl::string_view name = View(property.name);
    const Value* member = Find(object, name);
    if (preset == nullptr) continue;
    if (member == nullptr ||
        (member->IsNull() && !IsTrue(Find(schema, "nullable")))) {
      Set(object, name, Value(*preset, pool->allocator()), pool);
    }
  }
  for (Member& member : Members(object)) {
    const Value* schema = Find(properties, View(member.name));
    if (schema != nullptr) FillDefaults(*schema, member.value, pool);
  }
}

// For CheckValue.

using Violations = std::vector<Violation>;

void AddViolation(ViolationKind kind, std::string message, Violations* found) {
  found->push_back({.path = {}, .kind = kind, .message = std::move(message)});
}

std::optional<double> NumberAt(const Value& schema, absl::string_view name) {
  const Value* value = Find(schema, name);
  if (value == nullptr || !value->IsNumber()) return std::nullopt;
  return value->GetDouble();
}

// A limit of how much there is of something.
struct Limit {
  const char* least;
  const char* most;
  const char* unit;
};

constexpr Limit kLength = {"minLength", "maxLength", "characters"};
constexpr Limit kItems = {"minItems", "maxItems", "elements"};
constexpr Limit kMembers = {"minProperties", "maxProperties", "members"};

void CheckEnum(const Value& schema, const Value& value, Violations* found) {
  const Value* choices = Find(schema, "enum");
  if (choices == nullptr || !choices->IsArray()) return;
  std::vector<std::string> texts, quoted;
  for (const Value& choice : Items(*choices)) {
    if (Equal(choice, value)) return;
    quoted.push_back(CompactJson(choice).value_or(""));
    if (choice.IsString()) texts.emplace_back(View(choice));
  }
  AddViolation(
      ViolationKind::kUnsupported,
      absl::StrCat("Unsupported value: ", CompactJson(value).value_or(""),
                   ": expected one of ", absl::StrJoin(quoted, ", ")),
      found);
  if (value.IsString()) found->back().meant = NearestName(View(value), texts);
}

void CheckSize(const Value& schema, const Limit& limit, size_t size,
               Violations* found) {
  std::optional<double> least = NumberAt(schema, limit.least);
  std::optional<double> most = NumberAt(schema, limit.most);
  if (least.has_value() && static_cast<double>(size) < *least) {
    AddViolation(ViolationKind::kLimit,
                 absl::StrCat("Invalid value: expected at least ", *least, " ",
                              limit.unit, ", got ", size),
                 found);
  }
  if (most.has_value() && static_cast<double>(size) > *most) {
    AddViolation(ViolationKind::kLimit,
                 absl::StrCat("Invalid value: expected at most ", *most, " ",
                              limit.unit, ", got ", size),
                 found);
  }
}

void CheckText(const Value& schema, const Value& value, Pool* pool,
               Violations* found) {
  CheckSize(schema, kLength, CountRunes(View(value)), found);
  const Value* pattern = Find(schema, "pattern");
  if (pattern == nullptr || !pattern->IsString()) return;
  const absl::StatusOr<Regexp>& regexp = PatternOfSchema(View(*pattern));
  // The definition is not what is checked here.
  if (!regexp.ok()) return;
  absl::StatusOr<bool> matches = regexp->Matches(View(value), pool);
  if (!matches.ok() || *matches) return;
  AddViolation(
      ViolationKind::kPattern,
      absl::StrCat("Invalid value: ", CompactJson(value).value_or(""),
                   ": expected a string that matches ", View(*pattern)),
      found);
}

void CheckNumber(const Value& schema, double value, Violations* found) {
  std::optional<double> least = NumberAt(schema, "minimum");
  std::optional<double> most = NumberAt(schema, "maximum");
  bool above = IsTrue(Find(schema, "exclusiveMinimum"));
  bool below = IsTrue(Find(schema, "exclusiveMaximum"));
  if (least.has_value() && (value < *least || (above && value == *least))) {
    AddViolation(ViolationKind::kLimit,
                 absl::StrCat("Invalid value: expected ",
                              above ? "more than " : "at least ", *least,
                              ", got ", value),
                 found);
  }
  if (most.has_value() && (value > *most || (below && value == *most))) {
    AddViolation(
        ViolationKind::kLimit,
        absl::StrCat("Invalid value: expected ",
                     below ? "less than " : "at most ", *most, ", got ", value),
        found);
  }
  std::optional<double> unit = NumberAt(schema, "multipleOf");
  if (unit.has_value() && *unit > 0 && std::fmod(value, *unit) != 0) {
    AddViolation(ViolationKind::kMultiple,
                 absl::StrCat("Invalid value: expected a multiple of ", *unit,
                              ", got ", value),
                 found);
  }
}

// For ViolationsOf.

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
    for (Violation& each : CheckValue(schema, value, pool_)) {
      each.path = path_;
      found_.push_back(std::move(each));
    }
    CheckAlternatives(schema, value);
    if (value.IsArray()) CheckElements(schema, value);
    if (value.IsObject()) CheckMembers(schema, value);
  }

  std::vector<Violation> Take() { return std::move(found_); }

 private:
  void Add(ViolationKind kind, std::string message) {
    AddViolation(kind, std::move(message), &found_);
    found_.back().path = path_;
  }

  // Whether the rest of the schema is worth comparing.
  bool CheckType(const Value& schema, const Value& value) {
    if (value.IsNull()) {
      // The API server drops a null that may not be.
      return false;
    }
    const Value* type = Find(schema, "type");
    if (IsTrue(Find(schema, "x-kubernetes-int-or-string"))) {
      if (value.IsString() || IsInteger(value)) return true;
      Add(ViolationKind::kType,
          absl::StrCat("Invalid value: expected an integer or a string, got ",
                       KindName(value)));
      return false;
    }
    std::vector<std::string> wanted;
    for (const Type& row : kTypes) {
      if (type == nullptr || !Allows(*type, row.name)) continue;
      if (row.fits(value)) return true;
      wanted.emplace_back(row.words);
    }
    if (wanted.empty()) return true;
    const bool fraction = value.IsNumber() && wanted.back() == "an integer";
    Add(ViolationKind::kType,
        absl::StrCat("Invalid value: expected ", absl::StrJoin(wanted, " or "),
                     ", got ", fraction ? "a fraction" : KindName(value)));
    return false;
  }

  // Whether `type` is the name of a type, or a list that has it, as in JSON Schema.
  static bool Allows(const Value& type, absl::string_view name) {
    if (type.IsString()) return View(type) == name;
    return type.IsArray() &&
           absl::c_any_of(Items(type), [&](const Value& each) {
             return each.IsString() && View(each) == name;
           });
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
    for (const Value& each : Items(schemas)) fitting += Fits(each, value);
    return fitting;
  }

  void CheckAlternatives(const Value& schema, const Value& value) {
    const Value* all = Find(schema, "allOf");
    if (all != nullptr && all->IsArray()) {
      bool before = std::exchange(alternative_, true);
      for (const Value& each : Items(*all)) Check(each, value);
      alternative_ = before;
    }
    const Value* any = Find(schema, "anyOf");
    if (any != nullptr && any->IsArray() && CountFitting(*any, value) == 0) {
      Add(ViolationKind::kAlternative,
          "Invalid value: fits none of the alternatives of anyOf");
    }
    const Value* one = Find(schema, "oneOf");
    if (one != nullptr && one->IsArray()) {
      int fitting = CountFitting(*one, value);
      if (fitting != 1) {
        Add(ViolationKind::kAlternative,
            absl::StrCat("Invalid value: fits ",
                         fitting == 0 ? "none" : absl::StrCat(fitting),
                         " of the alternatives of oneOf, expected one"));
      }
    }
    const Value* other = Find(schema, "not");
    if (other != nullptr && other->IsObject() && Fits(*other, value)) {
      Add(ViolationKind::kAlternative,
          "Invalid value: fits what `not` excludes");
    }
  }

  void CheckElements(const Value& schema, const Value& list) {
    const Value* items = Find(schema, "items");
    if (items == nullptr || !items->IsObject()) return;
    std::set<std::string> earlier;
    for (rapidjson::SizeType i = 0; i < list.Size(); ++i) {
      path_.push_back(absl::StrCat(i));
      CheckNull(*items, ItemAt(list, i));
      Check(*items, ItemAt(list, i));
      const std::optional<std::string> key = KeyOf(schema, ItemAt(list, i));
      if (key.has_value() && !earlier.insert(*key).second) {
        Add(ViolationKind::kDuplicate, absl::StrCat("Duplicate value: ", *key));
      }
      path_.pop_back();
    }
  }

  // The API server drops the null of a field, but refuses that of an element.
  void CheckNull(const Value& schema, const Value& element) {
    const absl::string_view type = TextAt(schema, {"type"});
    if (!element.IsNull() || IsTrue(Find(schema, "nullable"))) return;
    for (const Type& row : kTypes) {
      if (row.name != type) continue;
      Add(ViolationKind::kType,
          absl::StrCat("Invalid value: expected ", row.words, ", got null"));
    }
  }

  // Returns what only one element of a list may have: the element of a set, and the keys
  // of an element of a list of maps. nullopt: there is no such rule.
  static std::optional<std::string> KeyOf(const Value& schema,
                                          const Value& element) {
    const absl::string_view type = TextAt(schema, {"x-kubernetes-list-type"});
    if (type == "set") return CompactJson(element).value_or("");
    if (type != "map" || !element.IsObject()) return std::nullopt;
    std::vector<std::string> keys;
    for (const Value& name : ItemsAt(schema, {"x-kubernetes-list-map-keys"})) {
      const Value* key = name.IsString() ? Find(element, View(name)) : nullptr;
      if (key == nullptr) return std::nullopt;
      keys.push_back(absl::StrCat(CompactJson(name).value_or(""), ":",
                                  CompactJson(*key).value_or("")));
    }
    return absl::StrCat("{", absl::StrJoin(keys, ","), "}");
  }

  void CheckMembers(const Value& schema, const Value& object) {
    CheckRequired(schema, object);
    const Value* properties = Find(schema, "properties");
    if (properties != nullptr && !properties->IsObject()) properties = nullptr;
    const Value* others = Find(schema, "additionalProperties");
    for (const Member& member : Members(object)) {
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
    for (const Value& name : ItemsAt(schema, {"required"})) {
      if (!name.IsString() || IsThere(schema, object, View(name))) continue;
      path_.emplace_back(View(name));
      Add(ViolationKind::kRequired, "Required value");
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
           IsTrue(Find(*property, "nullable"));
  }

  // Whether a member that no property describes may be there.
  bool MayHave(const Value& schema, const Value* others,
               absl::string_view name) const {
    // The schemas of alternatives only narrow what the others describe.
    if (alternative_ || (others != nullptr && !others->IsFalse())) return true;
    if (IsTrue(Find(schema, "x-kubernetes-preserve-unknown-fields")))
      return true;
    // The API server knows the metadata of objects itself.
    if (path_.size() == 1 && path_[0] == "metadata") return true;
    bool standard =
        name == "apiVersion" || name == "kind" || name == "metadata";
    return standard && (path_.empty() ||
                        IsTrue(Find(schema, "x-kubernetes-embedded-resource")));
  }

  void AddUnknown(const Value* properties, absl::string_view name) {
    std::vector<std::string> known;
    if (properties != nullptr) {
      for (const Member& property : Members(*properties)) {
        known.emplace_back(View(property.name));
      }
    }
    Add(ViolationKind::kUnknownField,
        absl::StrCat("unknown field \"", name, "\""));
    found_.back().meant = NearestName(name, known);
    found_.back().unknown_member = std::string(name);
  }

  Pool* pool_;
  // Whether the schema is one of several that say something of one value.
  bool alternative_ = false;
  std::vector<std::string> path_;
  std::vector<Violation> found_;
};

}  // namespace

bool IsDefinition(const Value& document) {
  absl::string_view group = GroupOf(ApiVersion(document));
  return (group == "apiextensions.crossplane.io" &&
          Kind(document) == "CompositeResourceDefinition") ||
         (group == "apiextensions.k8s.io" &&
          Kind(document) == "CustomResourceDefinition");
}

absl::StatusOr<const Value*> SchemaOf(const YamlDocument& definition,
                                      absl::string_view api_version,
                                      absl::string_view kind) {
  if (!IsDefinition(definition.root)) {
    return absl::FailedPreconditionError(absl::StrCat(
        definition.Place({"kind"}), ": this is neither an XRD nor a CRD"));
  }
  absl::Status status = CheckKind(definition, GroupOf(api_version), kind);
  if (!status.ok()) return status;
  std::vector<std::string> names;
  const Value* versions = Dig(definition.root, {"spec", "versions"});
  if (versions != nullptr && versions->IsArray()) {
    for (const Value& version : Items(*versions)) {
      if (!version.IsObject()) continue;
      names.push_back(ScalarText(Find(version, "name")));
      if (names.back() != VersionOf(api_version)) continue;
      const Value* schema = Dig(version, {"schema", "openAPIV3Schema"});
      return schema != nullptr && schema->IsObject() ? schema : nullptr;
    }
  }
  return absl::FailedPreconditionError(absl::StrCat(
      definition.Place({"spec", "versions"}), ": ", kind, " has no version ",
      VersionOf(api_version), "; it has ", absl::StrJoin(names, ", ")));
}

void FillDefaults(const Value& schema, Value& object, Pool* pool) {
  if (!schema.IsObject()) return;
  if (object.IsArray()) {
    const Value* items = Find(schema, "items");
    if (items == nullptr) return;
    for (Value& item : Items(object)) FillDefaults(*items, item, pool);
  }
  if (!object.IsObject()) return;
  const Value* properties = Find(schema, "properties");
  if (properties != nullptr && properties->IsObject()) {
    FillMembers(*properties, object, pool);
  }
  const Value* others = Find(schema, "additionalProperties");
  if (others == nullptr || !others->IsObject()) return;
  for (Member& member : Members(object)) {
    if (properties != nullptr && properties->IsObject() &&
        Find(*properties, View(member.name)) != nullptr) {
      continue;
    }
    FillDefaults(*others, member.value, pool);
  }
}

std::string Violation::said() const {
  return absl::StrCat(message, DidYouMean(meant));
}

std::vector<Violation> CheckValue(const Value& schema, const Value& value,
                                  Pool* pool) {
  Violations found;
  CheckEnum(schema, value, &found);
  if (value.IsString()) CheckText(schema, value, pool, &found);
  if (value.IsNumber()) CheckNumber(schema, value.GetDouble(), &found);
  if (value.IsArray()) CheckSize(schema, kItems, value.Size(), &found);
  if (value.IsObject()) {
    CheckSize(schema, kMembers, value.MemberCount(), &found);
  }
  return found;
}

const absl::StatusOr<Regexp>& PatternOfSchema(absl::string_view pattern) {
  thread_local std::map<std::string, absl::StatusOr<Regexp>, std::less<>> known;
  auto found = known.find(pattern);
  if (found == known.end()) {
    found = known.emplace(pattern, Regexp::Compile(pattern)).first;
  }
  return found->second;
}

std::vector<Violation> ViolationsOf(const Value& schema, const Value& object,
                                    Pool* pool) {
  Checker checker(pool);
  checker.Check(schema, object);
  return checker.Take();
}

}  // namespace loom
