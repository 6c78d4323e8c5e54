// SPDX-License-Identifier: Apache-2.0
// Declarations lists the variables that an expression may use, with their types. This
// header also defines the fields of messages.
//
//   Declarations names;
//   names.Declare("object", CelType::Dyn());                 // 0
//   names.Refuse("item", "is available only inside forEach");           // 1
//
// CelVariables supplies their values when the expression is evaluated.
//
// The messages are those of the contract that CEL may use, with proto names:
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
    // The reason why the expression may not use the variable; "" if it may.
    std::string refusal;
  };

  // Returns the number of the variable, from 0.
  int Declare(absl::string_view name, CelType type);
  // Declares a variable that is available only in expressions elsewhere. Using it here
  // is an error with the reason.
  int Refuse(absl::string_view name, absl::string_view refusal);
  // Returns the number of a variable, including refused ones; nullopt if no variable
  // has that name.
  std::optional<int> Find(absl::string_view name) const;
  const Variable& at(int number) const { return variables_[size_t(number)]; }
  // Returns whether a variable is a message of the contract. Then the names of its
  // types and of the values of its enums are also known.
  bool HasMessages() const;
  std::vector<std::string> Names() const;

 private:
  std::vector<Variable> variables_;
};

// Returns the type of a field of a message; nullopt if the message has no such field.
std::optional<CelType> FieldType(absl::string_view record,
                                 absl::string_view field);
std::vector<std::string> FieldNames(absl::string_view record);

// Returns the name of a type of the contract, which lives forever; nullptr if there is
// none. EnumValue returns the number of a value of an enum.
const absl::string_view* ContractType(absl::string_view name);
std::optional<int64_t> EnumValue(absl::string_view name);

class CelVariables {
 public:
  virtual ~CelVariables() = default;
  // Returns the value of the variable with that number, or an error if it cannot be
  // read.
  virtual CelValue Get(int number, CelContext* context) = 0;
};

}  // namespace loom
