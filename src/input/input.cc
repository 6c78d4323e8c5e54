// SPDX-License-Identifier: Apache-2.0
#include "input/input.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/limits.h"
#include "base/nearest_name.h"
#include "value/number.h"
#include "value/object.h"

namespace loom {
namespace {

std::string Below(absl::string_view place, absl::string_view member) {
  return place.empty() ? std::string(member) : absl::StrCat(place, ".", member);
}

std::string At(absl::string_view place, absl::string_view message) {
  return place.empty() ? std::string(message)
                       : absl::StrCat(place, ": ", message);
}

std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates) {
  std::string nearest = NearestName(name, candidates);
  return nearest.empty() ? ""
                         : absl::StrCat(", did you mean \"", nearest, "\"?");
}

bool IsEmpty(const Value& value) {
  return value.IsNull() || (value.IsString() && value.GetStringLength() == 0) ||
         (value.IsArray() && value.Empty()) ||
         (value.IsObject() && value.ObjectEmpty());
}

// Go reads an author's integers from decimal text, so beyond 2^53 the integer
// is the one that the shortest digits of the double spell. 9e18 is an integer;
// 1e19 is none, because it has more than 64 bits.
std::optional<int64_t> AuthoredInteger(const Value& value) {
  std::optional<int64_t> integer = AsInteger(value);
  if (integer.has_value() || !value.IsDouble()) return integer;
  int64_t large;
  if (!absl::SimpleAtoi(PlainDecimal(value.GetDouble()), &large)) {
    return std::nullopt;
  }
  return large;
}

}  // namespace

void Problems::Add(absl::string_view place, absl::string_view message) {
  problems_.push_back(At(place, message));
}

void Problems::Note(absl::string_view place, absl::string_view message) {
  notes_.push_back(At(place, message));
}

bool Problems::AddPattern(size_t steps) {
  if (steps > kMaxPatternSteps - pattern_steps_) return false;
  pattern_steps_ += steps;
  return true;
}

std::string Problems::Joined() const {
  if (problems_.size() <= limits::kErrors)
    return absl::StrJoin(problems_, "; ");
  auto end = problems_.begin() + limits::kErrors;
  return absl::StrCat(absl::StrJoin(problems_.begin(), end, "; "), "; and ",
                      problems_.size() - limits::kErrors, " more");
}

void Input::Problem(absl::string_view message) const {
  problems_->Add(place_, message);
}

void Input::Problem(absl::string_view member, absl::string_view message) const {
  problems_->Add(Below(place_, member), message);
}

void Input::Missing(absl::string_view member) const {
  Missing(member, absl::StrCat(member, " is required"));
}

void Input::Missing(absl::string_view member, absl::string_view reason) const {
  const Value* there = value_->IsObject() ? Find(*value_, member) : nullptr;
  if (there != nullptr && !IsEmpty(*there)) return;
  mistakes_->Add(Below(place_, member),
                 absl::StrCat("Required value: ", reason));
}

void Input::Invalid(absl::string_view member, absl::string_view message) const {
  mistakes_->Add(Below(place_, member),
                 absl::StrCat("Invalid value: ", message));
}

void Input::Mistake(absl::string_view member, absl::string_view message) const {
  if (rules_->refuses_mistakes) return Invalid(member, message);
  problems_->Note(Below(place_, member),
                  absl::StrCat("Invalid value: ", message));
}

// The bounds hold for the paths of authors only: a path that comes from a
// wildcard may be longer.
static absl::StatusOr<Path> ParseBounded(absl::string_view text) {
  if (text.size() > limits::kPath) {
    return absl::InvalidArgumentError(
        absl::StrCat("a path has at most ", limits::kPath, " bytes, this one ",
                     text.size()));
  }
  absl::StatusOr<Path> path = Path::Parse(text);
  if (path.ok() && path->segments().size() > limits::kPathSegments) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot parse path \"", text, "\": more than ",
                     limits::kPathSegments, " segments"));
  }
  return path;
}

absl::StatusOr<Path> Input::ParsePath(absl::string_view member,
                                      absl::string_view text) const {
  absl::StatusOr<Path> path = ParseBounded(text);
  if (!path.ok()) Mistake(member, path.status().message());
  return path;
}

Input Input::Deferring(Problems* later) const {
  Input same = *this;
  if (!rules_->refuses_mistakes) same.mistakes_ = later;
  return same;
}

Input Input::At(std::string place) const {
  Input same = *this;
  same.place_ = std::move(place);
  return same;
}

Input Input::Member(absl::string_view name, const Value& value) const {
  Input below = *this;
  below.value_ = &value;
  below.place_ = Below(place_, name);
  return below;
}

Input Input::Element(size_t index, const Value& value) const {
  Input below = *this;
  below.value_ = &value;
  below.place_ = absl::StrCat(place_, "[", index, "]");
  return below;
}

Fields::Fields(const Input& object) : at_(object) {
  if (!at_.value().IsObject()) {
    at_.Problem(absl::StrCat("Invalid value: want an object, got ",
                             KindName(at_.value())));
  }
}

const Value* Fields::Peek(absl::string_view name) const {
  if (!at_.value().IsObject()) return nullptr;
  const Value* value = Find(at_.value(), name);
  return value == nullptr || value->IsNull() ? nullptr : value;
}

const Value* Fields::Get(absl::string_view name) {
  Allow(name);
  return Peek(name);
}

void Fields::RefuseNull(absl::string_view name, absl::string_view empty) {
  if (!at_.rules().refuses_null_sections || !at_.value().IsObject()) return;
  const Value* value = Find(at_.value(), name);
  if (value == nullptr || !value->IsNull()) return;
  at_.Invalid(name, absl::StrCat("null: write ", empty,
                                 " to have the section with its defaults, or "
                                 "leave it out"));
}

std::optional<Input> Fields::Section(absl::string_view name) {
  RefuseNull(name, "{}");
  return Object(name);
}

std::vector<Input> Fields::ListSection(absl::string_view name) {
  RefuseNull(name, "[]");
  return List(name);
}

void Fields::WrongType(absl::string_view name, absl::string_view want) {
  at_.Problem(name, absl::StrCat("Invalid value: want ", want, ", got ",
                                 KindName(*Find(at_.value(), name))));
}

std::optional<Input> Fields::Any(absl::string_view name) {
  const Value* value = Get(name);
  if (value == nullptr) return std::nullopt;
  return at_.Member(name, *value);
}

std::optional<Input> Fields::Object(absl::string_view name) {
  const Value* value = Get(name);
  if (value == nullptr) return std::nullopt;
  if (value->IsObject()) return at_.Member(name, *value);
  WrongType(name, "an object");
  return std::nullopt;
}

std::optional<absl::string_view> Fields::String(absl::string_view name) {
  const Value* value = Get(name);
  if (value == nullptr) return std::nullopt;
  if (value->IsString()) return View(*value);
  WrongType(name, "a string");
  return std::nullopt;
}

std::optional<int64_t> Fields::Integer(absl::string_view name) {
  const Value* value = Get(name);
  if (value == nullptr) return std::nullopt;
  std::optional<int64_t> integer = AuthoredInteger(*value);
  if (!integer.has_value()) WrongType(name, "a whole number");
  return integer;
}

std::optional<bool> Fields::Bool(absl::string_view name) {
  const Value* value = Get(name);
  if (value == nullptr) return std::nullopt;
  if (value->IsBool()) return value->GetBool();
  WrongType(name, "true or false");
  return std::nullopt;
}

std::vector<Input> Fields::List(absl::string_view name) {
  std::vector<Input> elements;
  const Value* value = Get(name);
  if (value == nullptr) return elements;
  if (!value->IsArray()) {
    WrongType(name, "a list");
    return elements;
  }
  Input list = at_.Member(name, *value);
  for (const Value& element : value->GetArray()) {
    elements.push_back(list.Element(elements.size(), element));
  }
  return elements;
}

absl::string_view Fields::Required(absl::string_view name) {
  const Value* value = Get(name);
  if (value != nullptr && !value->IsString()) {
    WrongType(name, "a string");
    return "";
  }
  if (value == nullptr || value->GetStringLength() == 0) {
    at_.Missing(name);
    return "";
  }
  return View(*value);
}

absl::string_view Fields::OneOf(absl::string_view name,
                                absl::Span<const absl::string_view> names,
                                absl::string_view fallback,
                                IfUnknown if_unknown) {
  absl::string_view text = String(name).value_or("");
  if (text.empty()) return fallback;
  if (std::find(names.begin(), names.end(), text) != names.end()) return text;
  NoneOf(name, text, {names.begin(), names.end()}, if_unknown);
  return fallback;
}

void Fields::NoneOf(absl::string_view name, absl::string_view text,
                    const std::vector<std::string>& names,
                    IfUnknown if_unknown) const {
  std::string message =
      absl::StrCat("\"", text, "\": want one of ", absl::StrJoin(names, ", "),
                   DidYouMean(text, names));
  if (if_unknown == IfUnknown::kMistake) return at_.Mistake(name, message);
  at_.Invalid(name, message);
}

void Fields::Done() {
  if (!at_.value().IsObject()) return;
  for (auto& member : at_.value().GetObject()) {
    absl::string_view name = View(member.name);
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    at_.Problem(absl::StrCat("unknown field \"", name, "\"",
                             DidYouMean(name, {known_.begin(), known_.end()})));
  }
}

absl::string_view KindName(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "null";
    case rapidjson::kFalseType:
    case rapidjson::kTrueType:
      return "a boolean";
    case rapidjson::kObjectType:
      return "an object";
    case rapidjson::kArrayType:
      return "a list";
    case rapidjson::kStringType:
      return "a string";
    case rapidjson::kNumberType:
      return "a number";
  }
  return "nothing";
}

}  // namespace loom
