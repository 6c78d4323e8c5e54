// SPDX-License-Identifier: Apache-2.0
// AutoReady is function-auto-ready as a section: it sets composed resources ready, so
// that Crossplane can set the composite ready. A resource is ready if it is desired and
// observed, no earlier step has set its readiness, and
//
//   * the check of its kind holds (sections/shared/readiness_checks/kind_check.h), or
//   * its Ready condition is True.
//
// The section never sets a resource unready, and gives no reason. Kinds are those of
// observed objects. The connection details of desired resources are dropped, because
// Crossplane ignores them. A step without an input behaves the same, with the default
// `ttl`.
//
// Custom rules for kinds (HealthRules) take precedence over both if the process has
// function-auto-ready's feature gate for them. They may also set a resource unready.
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
// HealthRules are function-auto-ready's readiness rules for kinds: expressions in CEL
// over `object`, the observed resource, in celHealthCheckCustomization or, from the
// context, celHealthCheckCustomizationFrom.
//
// A key is the group, the version and the kind of the object, such as
// apps_v1_Deployment; the core group is empty: _v1_Pod. A rule of the input replaces
// the rule of the context for the same kind. The path into the context is split at dots
// and brackets. The value at the path is ignored unless it is an object, and its
// entries are ignored unless they are strings.
//
// The type of the expression has to be a boolean before it is evaluated:
// object.status.ok == true is accepted, and object.status.ok is not. An error in a rule
// is a WARNING, and the built-in checks decide.
//
// The rules apply only if the process has the feature gate CELHealthcheckCustomizations
// (Call::health_rules). All of this is function-auto-ready's rule, with two exceptions:
// messages name the rule and the resource, and if the path leads nowhere, the rules of
// the input still apply, where function-auto-ready ends.
class HealthRules {
 public:
  static HealthRules Parse(Fields& input);

  // Reports whether there are certainly no rules.
  bool empty() const { return rules_.empty() && path_.empty(); }

  // Reads the rules of the context, once per call.
  absl::Status Load(Call& call);

  // Reports whether an observed resource is ready; nullopt if no rule decides. An error
  // in a rule becomes a result of `outcome`.
  absl::StatusOr<std::optional<bool>> Judge(absl::string_view name,
                                            const Value& observed, Call& call,
                                            Outcome* outcome) const;

 private:
  static absl::StatusOr<Expression> CompileRule(const CompilePatternFn& compile,
                                                absl::string_view text,
                                                Pool* pool);

  std::map<std::string, absl::StatusOr<Expression>, std::less<>> rules_;
  std::vector<std::string> path_;
};

class AutoReady : public Section {
 public:
  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  HealthRules rules_;
};

}  // namespace loom
