// SPDX-License-Identifier: Apache-2.0
// InlineObject is the `template` of a resource: a base that contains expressions.
//
//   template:
//     apiVersion: s3.example.org/v1
//     kind: Bucket
//     spec:
//       region: ${composite.spec.region}          becomes patches FromExpression to
//       prefix: ${composite.metadata.name}-       spec.region and spec.prefix
//       zones: [a, "${composite.spec.?zone}"]     and to spec.zones[1]
//       tags: {"${composite.spec.key}": a}        adds an entry to spec.tags
//       policy: {$json: {a: 1}}                   is the string {"a":1}
//
// The constant part is the base, which is encoded once. Each string with expressions
// (language/cel/program/inline_text.h), each document with them and the computed keys of
// each map (language/cel/program/inline_tree.h) are a patch. These patches precede those of the
// resource, and the rules for FromExpression apply: while an expression is pending, a
// new resource waits, and an existing one keeps its observed value. The value
// optional.none() leaves out the field or the list element, and also the field with the
// object around it if that has no other fields.
//
// In the template of a resource, apiVersion and kind may also be expressions.
//
//   resources[0].template: Invalid value: the fields of the object itself cannot be
//   computed
//
// The rules are ours.
#pragma once

#include <memory>
#include <vector>

#include "data/value/value.h"
#include "language/input/input.h"
#include "sections/shared/patches/patch.h"

namespace loom {

// Reports whether a value is the placeholder of a list element that is not computed
// yet.
bool IsUnfilled(const Value& value);

class InlineObject {
 public:
  // Reads the value of `at`, and reports errors.
  static std::shared_ptr<const InlineObject> Parse(const Input& at,
                                                   PatchScope scope);

  const Value& base() const { return base_; }
  const Patches& patches() const { return patches_; }
  // Returns the lists that have elements with expressions, inner lists first.
  const std::vector<std::vector<Segment>>& lists() const { return lists_; }
  // Whether the kind or the apiVersion has an expression.
  bool computes_kind() const { return computes_kind_; }

  // Removes the list elements whose expressions had no value. `object` is a copy of the
  // base to which the patches were applied.
  void DropUnfilled(Value* object, Pool* pool) const;

 private:
  friend class InlineReader;

  // An input may have thousands of inline objects, and most are small.
  static constexpr size_t kBlockBytes = 1 << 10;

  Pool pool_{kBlockBytes};
  Value base_;
  Patches patches_;
  std::vector<std::vector<Segment>> lists_;
  bool computes_kind_ = false;
};

}  // namespace loom
