// SPDX-License-Identifier: Apache-2.0
// CheckRules evaluates the rules of a schema, x-kubernetes-validations, for a new
// object, as the API server does:
//
//   {rule: self.min <= self.max, message: min is at most max, fieldPath: .min}
//   {spec: {min: 3, max: 2}}    spec.min: Invalid value: min is at most max
//
// Names that are not valid in CEL are escaped in `self` (__namespace__, a__dash__b). A
// rule that uses oldSelf is about changes, so it is skipped, unless it has
// optionalOldSelf.
//
// The rules are read in the native dialect of expressions
// (language/cel/program/expression.h). If a rule uses something that the dialect does
// not know, or types differently than Kubernetes, the object is not at fault: the rule
// is listed as unchecked, with the reason. So is a rule that Kubernetes refuses. The rules are Kubernetes', the wording is
// ours.
#pragma once

#include <string>
#include <vector>

#include "tools/schemas/crd.h"

namespace loom {

struct UncheckedRule {
  std::string rule;
  std::string why;
  // The path of the rule in the schema: properties, spec, x-kubernetes-validations, 0.
  std::vector<std::string> path;
};

// Returns why Kubernetes refuses a definition with this rule at the root of its schema:
// there, a rule can read of the metadata only the name and generateName. "" if it does
// not.
std::string WhyRefusedAtRoot(absl::string_view rule);

struct RuleResults {
  std::vector<Violation> violations;
  std::vector<UncheckedRule> unchecked;
};

RuleResults CheckRules(const Value& schema, const Value& object, Pool* pool);

}  // namespace loom
