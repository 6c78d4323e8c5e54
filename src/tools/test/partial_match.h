// SPDX-License-Identifier: Apache-2.0
// PartialMatch compares a value with what a test expects of it, as chainsaw's assertions
// do. Upbound's tests use them.
//
//   PartialMatch match(&report);
//   match.Compare(expected, &value, path);
//
//   expected   the value
//   map        is a map that has these fields; others do not matter. {} is anything but
//              null
//   list       is a list with as many items, which are compared in order
//   null       is null; an absent field differs
//   other      is equal. A key or a string \…\ stands for what is between the backslashes
//
// chainsaw also has expressions: keys and strings such as (length(@)), ~.ports and
// name->binding. They are not supported: FindExpressions finds them before a test runs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/nodes.h"

namespace loom {

class PartialMatch {
 public:
  // Is called for each difference. `path` is its path in what is expected. `value` is
  // nullptr if the field is absent.
  using Report = std::function<void(const NodePath& path, const Value& expected,
                                    const Value* value)>;

  explicit PartialMatch(Report report) : report_(std::move(report)) {}

  void Compare(const Value& expected, const Value* value,
               const NodePath& path) const;

 private:
  Report report_;
};

// Calls `found` for each expression, with its path and its text.
void FindExpressions(
    const Value& expected, const NodePath& path,
    const std::function<void(const NodePath&, absl::string_view)>& found);

}  // namespace loom
