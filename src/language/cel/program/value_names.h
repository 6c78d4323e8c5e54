// SPDX-License-Identifier: Apache-2.0
// ValueNames collects the values with names in an input (named_values.h) and the
// expressions that read them. InputExpression::Compile adds each expression, and
// NamedValues::Parse the values. Check, called after the whole input is read, finds out
// what each value needs, and reports:
//
//   a name that no value has       1:7: unknown value "prefx" (did you mean "prefix"?)
//   `values` without a name        1:1: values is read by name: write values.NAME
//   a value that needs itself      the value needs itself: a -> b -> a
//   a value that uses what is not available where it is read
//                  1:7: values.size uses "item", which is available only inside forEach
//                  1:1: values.vpc reads the state of a resource or of the composite,
//                  and a name must not change with it
//
// A location in the input says which values of a resource count there: those of the
// resource, except in its forEach. In a patch set, the values of any resource count; in a
// call, it is those of the resource that uses the set.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/named_values.h"
#include "language/input/input.h"

namespace loom {

class ValueNames {
 public:
  static std::shared_ptr<ValueNames> Of(const Input& part);

  // Declares the values in the field `values` at `section`.
  void Declare(const Input& section, std::shared_ptr<NamedValues> values);
  // Adds the values that the expression `text`, in the field `member` of `at`, reads.
  // `names` are those that are available there.
  void AddUses(const Input& at, absl::string_view member,
               absl::string_view text, ExpressionNames names);
  void Check();

 private:
  struct Use {
    Input at;
    std::string member;
    ExpressionNames names;
    std::string name;   // "": no name
    std::string place;  // line and column in the expression: 1:8
  };
  struct Scope {
    Input section;
    std::shared_ptr<NamedValues> values;
  };

  const Scope* ScopeAt(absl::string_view owner) const;
  // Returns the value that a location reads by that name; nullptr if there is none.
  NamedValue* Find(absl::string_view place, absl::string_view name) const;
  std::vector<std::string> NamesAt(absl::string_view place) const;

  void CheckTwice() const;
  void Connect() const;
  // Finds the names that the values use through others, and reports cycles.
  void Follow(NamedValue& value, std::vector<NamedValue*>* way,
              std::map<const NamedValue*, bool>* done) const;
  void CheckUse(const Use& use) const;

  // By the location of what has the field: "" or resources[2].
  std::map<std::string, Scope, std::less<>> scopes_;
  std::vector<Use> uses_;
};

void CheckValueNames(const Input& input);

}  // namespace loom
