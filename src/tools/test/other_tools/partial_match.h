// SPDX-License-Identifier: Apache-2.0
// PartialMatch compares a value with what a test expects of it, as chainsaw's assertions
// do. Upbound's tests use them.
//
//   PartialMatch match(report, &pool);
//   match.Compare(wanted, &value, {"spec"});
//
//   expected   the value
//   map        is a map that has these fields; others do not matter. {} is anything but
//              null
//   list       is a list with as many items, which are compared in order
//   null       is null; an absent field differs
//   other      is equal. A key or a string \…\ stands for what is between the backslashes
//
// A key in parentheses is an expression (jmespath.h); its value is compared:
//
//   (length(zones)): 2
//
// Other expressions of chainsaw are not supported: a string in parentheses, and keys such
// as ~.ports and name->binding. FindExpressions finds them before a test runs.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/nodes.h"

namespace loom {

class PartialMatch {
 public:
  // Is called for each difference. `path` is its path in what is expected. `value` is
  // nullptr if the field is absent, or if an expression has no value.
  using Report = std::function<void(const NodePath& path, const Value& expected,
                                    const Value* value)>;

  // The pool keeps the values of expressions.
  PartialMatch(Report report, Pool* pool)
      : report_(std::move(report)), pool_(pool) {}

  void Compare(const Value& expected, const Value* value,
               const NodePath& path) const;

 private:
  Report report_;
  Pool* pool_;
};

// Calls `found` for each expression that is not supported, with its path and its text.
void FindExpressions(
    const Value& expected, const NodePath& path,
    const std::function<void(const NodePath&, absl::string_view)>& found);

}  // namespace loom
