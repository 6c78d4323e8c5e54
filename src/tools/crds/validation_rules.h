// SPDX-License-Identifier: Apache-2.0
// CheckRules evaluates the rules of a schema, x-kubernetes-validations, for an object that
// is made, as the API server does:
//
//   spec:
//     x-kubernetes-validations:
//     - {rule: self.min <= self.max, message: min is at most max, fieldPath: .min}
//
//   {spec: {min: 3, max: 2}}    spec.min: Invalid value: min is at most max
//   {spec: {min: 3}}            spec: Invalid value: no such key: "max" (rule self.min <= …)
//
// Names that CEL cannot write are escaped in `self` (__namespace__, a__dash__b). A rule
// that names oldSelf is about changes, so it is passed over, unless it has
// optionalOldSelf.
//
// The native dialect of expressions reads the rules (language/cel/program/expression.h).
// What it does not know, or sees as another type than Kubernetes does, is no mistake of
// the object: the rule is listed as unchecked, with the reason.
//
// The rules are Kubernetes', the words ours.
#pragma once

#include <string>
#include <vector>

#include "tools/crds/crd.h"

namespace loom {

struct UncheckedRule {
  std::string rule;
  std::string why;
};

struct RuleResults {
  std::vector<Violation> violations;
  std::vector<UncheckedRule> unchecked;
};

RuleResults CheckRules(const Value& schema, const Value& object, Pool* pool);

}  // namespace loom
