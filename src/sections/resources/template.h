// SPDX-License-Identifier: Apache-2.0
// A Template is one composed resource as the author wrote it: the object that it starts
// from (`base` or, in the native input, `template`:
// sections/shared/patches/inline_object.h), and the patches that are applied to it.
//
// A template whose condition is false renders nothing, so Crossplane deletes what it
// has made. A desired resource of that name from an earlier step stays as it is. With
// forEach, the condition is evaluated for each item. While a condition is pending, a
// resource that is not observed yet is withheld, and an observed one is rendered.
//
// A template without a base starts from the desired resource of that name, which an
// earlier step or an earlier template made. A base without a kind is refused.
//
// In the native input, kind and apiVersion may be computed. An observed object of
// another kind is kept, and the call is FATAL, because Crossplane would forget it. With
// `replace: true` it is deleted first, and the resource is withheld until it is gone.
// Two templates may have one name if both have a condition. In each call at most one of
// the conditions may be true, and an object of the kind of the other is replaced.
//
// The rules are function-patch-and-transform's. In the native input, a name may be used
// only once, by a template or by an item (sections/resources/loop.h), and it may be
// computed (sections/resources/resource_name.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/value/encoded_object.h"
#include "data/value/value.h"
#include "language/cel/program/named_values.h"
#include "language/input/input.h"
#include "sections/resources/resource_name.h"
#include "sections/shared/connection_secrets/connection_details.h"
#include "sections/shared/patches/inline_object.h"
#include "sections/shared/patches/patch.h"
#include "sections/shared/patches/patch_set.h"
#include "sections/shared/readiness_checks/readiness.h"
#include "sections/shared/templates/for_each.h"

namespace loom {

// Reports whether two objects have the same kind and group.
bool AreOfOneKind(const Value& one, const Value& other);

struct Template {
  // What the input calls it (ResourceName::id).
  std::string name;
  ResourceName resource_name;
  size_t index = 0;  // in the list
  // nullptr: the template starts from the desired resource of its name.
  const Value* base = nullptr;
  // The `template` that contains the base, whose patches come first; nullptr if none.
  std::shared_ptr<const InlineObject> inline_object;
  std::shared_ptr<const EncodedObject> encoded_base;
  // The fields of a copy of the base that a call may write to.
  FieldMask written;
  Patches patches;
  ConnectionDetails connection_details;
  Readiness readiness;
  std::optional<InputExpression> condition;
  std::optional<ForEach> for_each;
  std::shared_ptr<const NamedValues> values;  // null if it has none
  // Whether any part other than its object (InlineObject) has expressions.
  bool has_expressions = false;
  // Whether an object of another kind is deleted first (`replace`, or another template
  // has the name as well).
  bool replaces = false;
  // Whether another template has the name; both have conditions.
  bool shares_name = false;

  // Whether the kind or the apiVersion is computed.
  bool computes_kind() const {
    return inline_object != nullptr && inline_object->computes_kind();
  }

  static std::vector<Template> ParseList(const std::vector<Input>& list,
                                         PatchSets& sets);
};

}  // namespace loom
