// SPDX-License-Identifier: Apache-2.0
// CelType is what is known of a value before an expression is evaluated. It serves to
// refuse what can never work, and is no more precise than that needs.
//
//   CelType::Of(CelKind::kInt)                   int
//   CelType::ListOf(CelType::Dyn())              list(dyn)
//   ParseType("map<string, A>")                  a map, whose values are one type A
//
// `dyn` may be anything. A and B, in the signatures of functions (function_row.h), stand
// for one type each, the same wherever they occur:
//
//   parameter list<A>, argument list(int)      fits, and A is int from now on
//   parameter A, argument string               does not fit any more
#pragma once

#include <map>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "language/cel/values/cel_value.h"

namespace loom {

class CelType {
 public:
  enum class Sort { kDyn, kUnknown, kKind, kRecord, kVariable };

  static CelType Dyn() { return {}; }
  // What an empty list holds: nothing yet, so that it takes every other type.
  static CelType Unknown();
  static CelType Of(CelKind kind);
  static CelType ListOf(CelType element);
  static CelType MapOf(CelType key, CelType value);
  static CelType OptionalOf(CelType content);
  // A message of the record type of that name (language/cel/program/declarations.h).
  static CelType RecordOf(absl::string_view name);
  static CelType Variable(absl::string_view name);

  Sort sort() const { return sort_; }
  CelKind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  // Whether it may be anything.
  bool IsDyn() const { return sort_ == Sort::kDyn || sort_ == Sort::kUnknown; }
  bool Is(CelKind kind) const { return sort_ == Sort::kKind && kind_ == kind; }
  // Of a list its elements, of an optional its content, of a map its keys.
  const CelType& first() const;
  // Of a map its values.
  const CelType& second() const;

  // int, list(string), map(string, dyn), …
  std::string text() const;

  friend bool operator==(const CelType& a, const CelType& b);

 private:
  Sort sort_ = Sort::kDyn;
  CelKind kind_ = CelKind::kNull;
  std::string name_;
  std::shared_ptr<const CelType> first_;
  std::shared_ptr<const CelType> second_;
};

// A type as signatures write it. Wants a well-formed text.
CelType ParseType(absl::string_view text);

// Matches the parameters of one function against the arguments of a call.
class TypeMatch {
 public:
  // Whether an argument of that type may be given for the parameter.
  bool Fits(const CelType& parameter, const CelType& argument);
  // A type of the signature with what its variables stand for.
  CelType Resolved(const CelType& type) const;

 private:
  std::map<std::string, CelType> variables_;
};

// Whether a value could be of both types.
bool MayBeSame(const CelType& a, const CelType& b);
// The type of a value that has one of two types: dyn if they differ, the other one if
// one is unknown.
CelType Joined(const CelType& a, const CelType& b);

}  // namespace loom
