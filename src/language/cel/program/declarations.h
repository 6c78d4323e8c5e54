// SPDX-License-Identifier: Apache-2.0
// Declarations says which variables an expression may name, of which types, and which
// fields messages have.
//
//   Declarations names;
//   names.Declare("object", CelType::Dyn());                 // 0
//   names.Declare("observed", CelType::RecordOf(kStateMessage));    // 1
//   names.Refuse("item", "is known inside forEach only");           // 2
//
// CelVariables is where their values come from when the expression is evaluated.
//
// The messages are those of the contract that CEL may name, with proto names:
//
//   State     composite: Resource    resources: map(string, Resource)
//   Resource  resource: the object   connection_details: map(string, bytes)
//             ready: int, 0 unspecified, 1 true, 2 false
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_type.h"
#include "language/cel/values/cel_value.h"

namespace loom {

inline constexpr absl::string_view kStateMessage =
    "apiextensions.fn.proto.v1.State";
inline constexpr absl::string_view kResourceMessage =
    "apiextensions.fn.proto.v1.Resource";

class Declarations {
 public:
  struct Variable {
    std::string name;
    CelType type;
    // Why the expression may not name it; "" if it may.
    std::string refusal;
  };

  // Returns the number of the variable, from 0.
  int Declare(absl::string_view name, CelType type);
  // A variable that expressions of other places have. Naming it here is an error that
  // says why: "item" is known inside forEach only.
  int Refuse(absl::string_view name, absl::string_view refusal);
  // The number of a variable, a refused one too; nullopt if there is none of that name.
  std::optional<int> Find(absl::string_view name) const;
  const Variable& at(int number) const { return variables_[size_t(number)]; }
  // Of those that may be named.
  std::vector<std::string> Names() const;

 private:
  std::vector<Variable> variables_;
};

// The type of a field of a message; nullopt if it has none of that name.
std::optional<CelType> FieldType(absl::string_view record,
                                 absl::string_view field);
std::vector<std::string> FieldNames(absl::string_view record);

class CelVariables {
 public:
  virtual ~CelVariables() = default;
  // The value of the variable with that number. An error if it cannot be read.
  virtual CelValue Get(int number, CelContext* context) = 0;
};

}  // namespace loom
