// SPDX-License-Identifier: Apache-2.0
// CelType is the static type of a value in an expression. Its purpose is to refuse
// expressions that can never work, and it is no more precise than necessary.
//
// `dyn` may be any type. In signatures of functions (function_row.h), each of A and B
// is one type, which is the same wherever the letter occurs:
//
//   parameter list<A>, argument list(int)      fits, and A is now int
//   parameter A, argument string               no longer fits
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
  // Returns the element type of an empty list, which fits every other type.
  static CelType Unknown();
  static CelType Of(CelKind kind);
  static CelType ListOf(CelType element);
  static CelType MapOf(CelType key, CelType value);
  static CelType OptionalOf(CelType content);
  // Returns the type of the messages with that name
  // (language/cel/program/declarations.h).
  static CelType RecordOf(absl::string_view name);
  static CelType Variable(absl::string_view name);

  Sort sort() const { return sort_; }
  CelKind kind() const { return kind_; }
  const std::string& name() const { return name_; }
  bool IsDyn() const { return sort_ == Sort::kDyn || sort_ == Sort::kUnknown; }
  bool Is(CelKind kind) const { return sort_ == Sort::kKind && kind_ == kind; }
  // Returns the type of the elements of a list, the content of an optional, or the keys
  // of a map.
  const CelType& first() const;
  // Returns the type of the values of a map.
  const CelType& second() const;

  // Returns the name of the type: int, list(string), map(string, dyn), …
  std::string text() const;

  friend bool operator==(const CelType& a, const CelType& b);

 private:
  Sort sort_ = Sort::kDyn;
  CelKind kind_ = CelKind::kNull;
  std::string name_;
  std::shared_ptr<const CelType> first_;
  std::shared_ptr<const CelType> second_;
};

// Parses a type in the form of signatures. `text` must be well formed.
CelType ParseType(absl::string_view text);

// Matches the parameters of one function against the arguments of a call.
class TypeMatch {
 public:
  // Returns whether an argument of that type fits the parameter.
  bool Fits(const CelType& parameter, const CelType& argument);
  // Returns a type of the signature with its variables replaced by their types.
  CelType Resolved(const CelType& type) const;

 private:
  std::map<std::string, CelType> variables_;
};

// Returns whether a value could have both types.
bool MayBeSame(const CelType& a, const CelType& b);
// Returns the type of a value that has one of two types: dyn if they differ, or the
// other type if one of them is unknown.
CelType Joined(const CelType& a, const CelType& b);

}  // namespace loom
