// SPDX-License-Identifier: Apache-2.0
// AutoReady is function-auto-ready as a section: it says of composed resources that
// they are ready, so that Crossplane can say it of the composite.
//
//   apiVersion: autoready.fn.crossplane.io/v1beta1
//   kind: Input
//   ttl: 5m                      # how long Crossplane may use the answer
//
// A step without an input is the same, with the default of `ttl`. A resource is ready
// if it is desired and observed, no earlier step has said whether it is ready, and
//
//   * the check of its kind holds (sections/shared/readiness_checks/kind_check.h), or
//   * its condition Ready is True.
//
// It is not said that a resource is not ready, nor why. Kinds are those of observed
// objects. The connection details of desired resources are dropped, which Crossplane
// ignores.
//
//   ttl: soon       fails: cannot set ttl: time: invalid duration "soon"
//
// Own rules for kinds (HealthRules) come before both if the process has the feature
// gate of function-auto-ready for them, and may also say that a resource is not ready.
//
// All of this is function-auto-ready's rule.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"

namespace loom {
// HealthRules are the rules of function-auto-ready by which a kind is ready: expressions
// in CEL over `object`, the observed resource.
//
//   celHealthCheckCustomization:
//     apps_v1_Deployment: object.status.readyReplicas >= 1.0
//     _v1_Pod: object.status.phase == "Running"
//   celHealthCheckCustomizationFrom: library.rules        # more of them, in the context
//
// A key is the group, the version and the kind of the object; the core group is empty. A
// rule of the input replaces the one that the context has for the same kind. The path
// into the context is split at points and brackets; what is found at it is no rule unless
// it is an object, and its entries are none unless they are texts.
//
// The expression has to be a bool before it is evaluated: object.status.ok == true is
// one, and object.status.ok is none. What is wrong with a rule is a WARNING, and the
// built-in checks decide:
//
//   rule of _v1_Pod for resource "web": failed to compile query: 1:1: unknown name "objct"
//
// They count only if the process has the feature gate CELHealthcheckCustomizations
// (Call::health_rules). All of this is function-auto-ready's rule, but that messages name
// the rule and the resource, and that a path that leads nowhere leaves the rules of the
// input, where function-auto-ready ends.

class HealthRules {
 public:
  static HealthRules Parse(Fields& input);

  // Whether there may be any.
  bool empty() const { return rules_.empty() && path_.empty(); }

  // Reads the rules that the context has, once for a call.
  absl::Status Load(Call& call);

  // Whether an observed resource is ready; nullopt if no rule says it. What is wrong with
  // a rule becomes a result of `outcome`.
  absl::StatusOr<std::optional<bool>> Judge(absl::string_view name,
                                            const Value& observed, Call& call,
                                            Outcome* outcome) const;

 private:
  static absl::StatusOr<Expression> CompileRule(const CompilePatternFn& compile,
                                                absl::string_view text);

  std::map<std::string, absl::StatusOr<Expression>, std::less<>> rules_;
  std::vector<std::string> path_;
};

class AutoReady : public Section {
 public:
  static std::unique_ptr<const Section> Parse(Fields& input);

  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  HealthRules rules_;
};

}  // namespace loom
