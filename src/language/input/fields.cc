// SPDX-License-Identifier: Apache-2.0
#include "language/input/fields.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/limits.h"
#include "base/strings.h"
#include "data/go/format.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

// Go reads an author's integers from decimal digits. Beyond 2^53, the integer is
// therefore given by the shortest digits of the double. 9e18 is an integer; 1e19 is
// not, because it has more than 64 bits.
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

Fields::Fields(const Input& object) : at_(object) {
  at_.GoesOn();
  if (!at_.value().IsObject()) {
    at_.Problem(absl::StrCat("Invalid value: expected an object, got ",
                             KindName(at_.value())),
                ProblemKind::kType);
  }
}

const Value* Fields::Peek(absl::string_view name) const {
  if (!at_.value().IsObject() || at_.has_stopped()) return nullptr;
  const Value* value = Find(at_.value(), name);
  return value == nullptr || value->IsNull() ? nullptr : value;
}

const Value* Fields::Get(absl::string_view name) {
  Allow(name);
  return Peek(name);
}

void Fields::RefuseNull(absl::string_view name, absl::string_view empty) {
  if (at_.rules().follows_go || !at_.value().IsObject()) return;
  const Value* value = Find(at_.value(), name);
  if (value == nullptr || !value->IsNull()) return;
  at_.Invalid(name, absl::StrCat(
                        "null: write ", empty,
                        " for the section with its defaults, or leave it out"));
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
  at_.Problem(name,
              absl::StrCat("Invalid value: expected ", want, ", got ",
                           KindName(*Find(at_.value(), name))),
              ProblemKind::kType);
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
  if (!integer.has_value()) WrongType(name, "an integer");
  return integer;
}

std::optional<Value> Fields::Number(absl::string_view name) {
  const Value* value = Get(name);
  if (value == nullptr) return std::nullopt;
  if (!value->IsNumber()) {
    WrongType(name, "a number");
    return std::nullopt;
  }
  std::optional<int64_t> integer = AuthoredInteger(*value);
  return integer.has_value() ? loom::Integer(*integer) : Real(AsDouble(*value));
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
  for (const Value& element : Items(*value)) {
    if (!at_.GoesOn()) return {};
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
  std::string message = absl::StrCat("\"", text, "\": expected one of ",
                                     absl::StrJoin(names, ", "));
  const std::string meant = NearestName(text, names);
  if (if_unknown == IfUnknown::kMistake) {
    return at_.Mistake(name, message, ProblemKind::kChoice, meant);
  }
  at_.Invalid(name, message, ProblemKind::kChoice, meant);
}

void Fields::Done() {
  if (!at_.value().IsObject()) return;
  std::vector<absl::string_view> unknown;
  for (auto& member : Members(at_.value())) {
    absl::string_view name = View(member.name);
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
      unknown.push_back(name);
    }
  }
  if (unknown.empty()) return;
  // Go writes the fields of an object in a different order on every call.
  std::sort(unknown.begin(), unknown.end());
  const std::vector<std::string> known(known_.begin(), known_.end());
  for (absl::string_view name : unknown) {
    const std::string nearest = NearestName(name, known);
    if (!nearest.empty()) at_.TakeBackMissing(nearest);
  }
  for (size_t i = 0; i < unknown.size(); ++i) {
    Problem problem = {.kind = ProblemKind::kUnknownField};
    // Problems that are only counted (Problems::Joined) need no message.
    if (i < limits::kErrors) {
      problem.message = absl::StrCat("unknown field \"", unknown[i], "\"");
      problem.meant = NearestName(unknown[i], known);
      problem.names = {std::string(unknown[i])};
    }
    at_.Problem(std::move(problem));
  }
}

absl::StatusOr<Regexp> CompilePattern(const Input& at,
                                      absl::string_view pattern) {
  std::shared_ptr<const Regexp>& made = at.Made<const Regexp>(pattern);
  if (made != nullptr) return *made;
  absl::StatusOr<Regexp> regexp = absl::InvalidArgumentError(
      "the input has too many large regular expressions");
  const absl::Status too_many = regexp.status();
  if (at.TakesPatterns()) {
    regexp = Regexp::CompilePaying(pattern, [&](size_t steps) {
      at.CountCompiled(steps);
      return at.TakesPatterns() ? absl::OkStatus() : too_many;
    });
    if (regexp.ok() && !at.AffordsPattern(regexp->steps(), regexp->growth())) {
      regexp = too_many;
    }
  }
  if (regexp.ok()) made = std::make_shared<const Regexp>(*regexp);
  return regexp;
}

std::optional<Regexp> ReadRegexp(const Input& at, absl::string_view member,
                                 absl::string_view pattern) {
  absl::StatusOr<Regexp> regexp = CompilePattern(at, pattern);
  if (regexp.ok()) return *std::move(regexp);
  at.Invalid(member,
             absl::StrCat(Quoted(pattern),
                          ": invalid regexp: ", regexp.status().message()),
             ProblemKind::kRegexp);
  return std::nullopt;
}

}  // namespace loom
