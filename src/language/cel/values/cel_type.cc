// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/cel_type.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace loom {
namespace {

constexpr struct {
  absl::string_view name;
  CelKind kind;
} kNames[] = {
    {"null", CelKind::kNull},
    {"bool", CelKind::kBool},
    {"int", CelKind::kInt},
    {"uint", CelKind::kUint},
    {"double", CelKind::kDouble},
    {"string", CelKind::kString},
    {"bytes", CelKind::kBytes},
    {"timestamp", CelKind::kTimestamp},
    {"duration", CelKind::kDuration},
    {"type", CelKind::kType},
    {"list", CelKind::kList},
    {"map", CelKind::kMap},
    {"optional", CelKind::kOptional},
    {"Quantity", CelKind::kQuantity},
    {"IP", CelKind::kIp},
    {"CIDR", CelKind::kCidr},
    {"URL", CelKind::kUrl},
    {"Semver", CelKind::kSemver},
    {"Format", CelKind::kFormat},
};

const CelType& DynType() {
  static const auto& dyn = *new CelType();
  return dyn;
}

// Reads a type from the front of the string.
CelType TakeType(absl::string_view* text) {
  *text = absl::StripLeadingAsciiWhitespace(*text);
  size_t size = 0;
  while (size < text->size() && absl::ascii_isalpha((*text)[size])) ++size;
  absl::string_view name = text->substr(0, size);
  text->remove_prefix(size);
  if (name == "dyn") return CelType::Dyn();
  if (name == "A" || name == "B") return CelType::Variable(name);
  CelType first, second;
  if (absl::ConsumePrefix(text, "<")) {
    first = TakeType(text);
    if (absl::ConsumePrefix(text, ",")) second = TakeType(text);
    absl::ConsumePrefix(text, ">");
  }
  if (name == "list") return CelType::ListOf(first);
  if (name == "map") return CelType::MapOf(first, second);
  if (name == "optional") return CelType::OptionalOf(first);
  for (const auto& row : kNames) {
    if (row.name == name) return CelType::Of(row.kind);
  }
  return CelType::Dyn();
}

}  // namespace

CelType CelType::Unknown() {
  CelType type;
  type.sort_ = Sort::kUnknown;
  return type;
}

CelType CelType::Of(CelKind kind) {
  CelType type;
  type.sort_ = Sort::kKind;
  type.kind_ = kind;
  return type;
}

CelType CelType::ListOf(CelType element) {
  CelType type = Of(CelKind::kList);
  type.first_ = std::make_shared<const CelType>(std::move(element));
  return type;
}

CelType CelType::MapOf(CelType key, CelType value) {
  CelType type = Of(CelKind::kMap);
  type.first_ = std::make_shared<const CelType>(std::move(key));
  type.second_ = std::make_shared<const CelType>(std::move(value));
  return type;
}

CelType CelType::OptionalOf(CelType content) {
  CelType type = Of(CelKind::kOptional);
  type.first_ = std::make_shared<const CelType>(std::move(content));
  return type;
}

CelType CelType::RecordOf(absl::string_view name) {
  CelType type = Of(CelKind::kRecord);
  type.sort_ = Sort::kRecord;
  type.name_ = std::string(name);
  return type;
}

CelType CelType::Variable(absl::string_view name) {
  CelType type;
  type.sort_ = Sort::kVariable;
  type.name_ = std::string(name);
  return type;
}

const CelType& CelType::first() const {
  return first_ == nullptr ? DynType() : *first_;
}

const CelType& CelType::second() const {
  return second_ == nullptr ? DynType() : *second_;
}

std::string CelType::text() const {
  if (IsDyn()) return "dyn";
  if (sort_ != Sort::kKind) return name_;
  std::string name(TypeNameOf(kind_));
  if (kind_ == CelKind::kMap) {
    return absl::StrCat(name, "(", first().text(), ", ", second().text(), ")");
  }
  bool has_content = kind_ == CelKind::kList || kind_ == CelKind::kOptional;
  return has_content ? absl::StrCat(name, "(", first().text(), ")") : name;
}

bool operator==(const CelType& a, const CelType& b) {
  return a.sort_ == b.sort_ && a.kind_ == b.kind_ && a.name_ == b.name_ &&
         (a.first_ == b.first_ || a.first() == b.first()) &&
         (a.second_ == b.second_ || a.second() == b.second());
}

CelType ParseType(absl::string_view text) { return TakeType(&text); }

bool TypeMatch::Fits(const CelType& parameter, const CelType& argument) {
  if (parameter.sort() == CelType::Sort::kVariable) {
    auto [known, is_new] = variables_.emplace(parameter.name(), argument);
    if (is_new) return true;
    if (!MayBeSame(known->second, argument)) return false;
    known->second = Joined(known->second, argument);
    return true;
  }
  if (parameter.IsDyn() || argument.IsDyn()) return true;
  if (parameter.sort() != argument.sort() ||
      parameter.kind() != argument.kind() ||
      parameter.name() != argument.name()) {
    return false;
  }
  return Fits(parameter.first(), argument.first()) &&
         (parameter.kind() != CelKind::kMap ||
          Fits(parameter.second(), argument.second()));
}

CelType TypeMatch::Resolved(const CelType& type) const {
  if (type.sort() == CelType::Sort::kVariable) {
    auto known = variables_.find(type.name());
    return known == variables_.end() ? CelType::Unknown() : known->second;
  }
  if (type.Is(CelKind::kList)) return CelType::ListOf(Resolved(type.first()));
  if (type.Is(CelKind::kOptional)) {
    return CelType::OptionalOf(Resolved(type.first()));
  }
  if (type.Is(CelKind::kMap)) {
    return CelType::MapOf(Resolved(type.first()), Resolved(type.second()));
  }
  return type;
}

bool MayBeSame(const CelType& a, const CelType& b) {
  if (a.IsDyn() || b.IsDyn()) return true;
  return a.sort() == b.sort() && a.kind() == b.kind() && a.name() == b.name() &&
         MayBeSame(a.first(), b.first()) && MayBeSame(a.second(), b.second());
}

CelType Joined(const CelType& a, const CelType& b) {
  if (a == b || b.sort() == CelType::Sort::kUnknown) return a;
  if (a.sort() == CelType::Sort::kUnknown) return b;
  if (!MayBeSame(a, b) || a.IsDyn() || b.IsDyn()) return CelType::Dyn();
  if (a.Is(CelKind::kList)) {
    return CelType::ListOf(Joined(a.first(), b.first()));
  }
  if (a.Is(CelKind::kOptional)) {
    return CelType::OptionalOf(Joined(a.first(), b.first()));
  }
  if (a.Is(CelKind::kMap)) {
    return CelType::MapOf(Joined(a.first(), b.first()),
                          Joined(a.second(), b.second()));
  }
  return CelType::Dyn();
}

}  // namespace loom
