// SPDX-License-Identifier: Apache-2.0
// InlineObject is the `template` of a resource: its base, with values in it.
//
//   template:
//     apiVersion: s3.example.org/v1
//     kind: Bucket
//     spec:
//       region: ${composite.spec.region}          becomes patches FromExpression to
//       prefix: ${composite.metadata.name}-       spec.region and spec.prefix
//       zones: [a, "${composite.spec.?zone}"]     and to spec.zones[1]
//
// What is constant is the base, which is encoded once. Each text with expressions
// (language/cel/program/inline_text.h) is a patch, and these come before those of the
// resource. So what holds for a patch FromExpression holds here: while an expression is
// pending, a new resource waits, and an existing one keeps what is observed. A value
// optional.none() leaves the member out, or the element of a list, and the object around it
// if that has no other members.
//
//   resources[0].template.kind: Invalid value: want a constant, because it says what the
//   object is
//
// The rules are ours.
#pragma once

#include <memory>
#include <vector>

#include "data/value/value.h"
#include "language/input/input.h"
#include "sections/shared/patches/patch.h"

namespace loom {

// The members of an object by their names. A request has them in any order, and what is
// done one after the other, as patches are, may not depend on that.
std::vector<const Member*> InOrder(const Value& object);

// Whether a value stands for an element of a list that is not computed yet.
bool IsUnfilled(const Value& value);

class InlineObject {
 public:
  // Reads the value of `at`, and reports mistakes.
  static std::shared_ptr<const InlineObject> Parse(const Input& at,
                                                   PatchScope scope);

  const Value& base() const { return base_; }
  const Patches& patches() const { return patches_; }
  // The lists that have elements with expressions, those inside of others first.
  const std::vector<std::vector<Segment>>& lists() const { return lists_; }

  // Takes the elements out of lists whose expressions have made nothing. `object` is a
  // copy of the base to which the patches were applied.
  void DropUnfilled(Value* object, Pool* pool) const;

 private:
  friend class InlineReader;

  // An input may have thousands of these, and most are small.
  static constexpr size_t kBlockBytes = 1 << 10;

  Pool pool_{kBlockBytes};
  Value base_;
  Patches patches_;
  std::vector<std::vector<Segment>> lists_;
};

}  // namespace loom
