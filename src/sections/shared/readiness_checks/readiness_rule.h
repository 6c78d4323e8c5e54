// SPDX-License-Identifier: Apache-2.0
// A ReadinessRule defines when composed resources are ready. It is one of these fields
// of an entry of `rules` or `kinds` (ReadinessInput):
//
//   ready: Condition             # the Ready condition is True; the default
//   ready: Exists                # it is observed
//   ready: Ignore                # always, even if it is not observed; not for kinds
//   checks:                      # all of them pass (readiness.h)
//   - {type: NonEmpty, fieldPath: status.arn}
//   readyWhen: object.status.phase == 'Running'    # a boolean over the observed object
//
// Only the condition of type Ready is read; the others may be malformed. If a readyWhen
// refers to something that does not exist (yet), the resource is not ready.
//
// If a check cannot run because a field has another type, the resource is not ready, as
// in P&T, and the reason is reported. An expression that fails is an error of the call:
//
//   db: readiness.rules[0].readyWhen: 1:21: no such overload: _>_ of string and int
//
// Errors:
//
//   readiness.rules[0]: ready, checks and readyWhen cannot be combined
//   readiness.rules[0].ready: Invalid value: "Checks": list them in checks instead of
//   ready
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/request.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/shared/readiness_checks/name_pattern.h"
#include "sections/shared/readiness_checks/readiness.h"

namespace loom {
// The verdict of a rule on an observed object.
struct RuleVerdict {
  bool ready = false;
  // Why its checks cannot run, or what its expression waits for.
  absl::Status failure = {};
};

class ReadinessRule {
 public:
  enum class Kind { kCondition, kExists, kIgnore, kChecks, kExpression };

  // Reads the fields above. `may_ignore`: `ready` may be Ignore.
  static ReadinessRule Parse(Fields& fields, bool may_ignore);

  Kind kind() const { return kind_; }
  // The location of the entry, such as readiness.rules[0].
  const std::string& place() const { return place_; }

  // Judges an object. An error comes from the expression or the account of the call.
  absl::StatusOr<RuleVerdict> Judge(const Value& observed,
                                    CallVariables* variables, Pool* pool) const;

 private:
  absl::StatusOr<RuleVerdict> Evaluate(const Value& observed,
                                       CallVariables* variables,
                                       Pool* pool) const;

  Kind kind_ = Kind::kCondition;
  std::string place_;
  std::optional<Readiness> checks_;
  std::optional<InputExpression> expression_;
};

// ReadinessInput is the `readiness` section of the native input.
//
//   readiness:                     # present, even {}: readiness is set
//     resources: [app-.*, db]      # of these composed resources; by default of all
//     rules:                       # by name, before kinds; the first that matches
//     - resource: legacy-.*        # name_pattern.h
//       checks: [{type: NonEmpty, fieldPath: status.arn}]
//     - resource: report
//       ready: Ignore              # readiness_rule.h
//     kinds:                       # before the table of Kubernetes' own kinds
//     - apiVersion: "*.upbound.io/*"   # any group that ends so, and any version
//       kind: ProviderConfig           # or a pattern: "*Config"
//       ready: Exists
//     builtIn: true                # false: without that table (kind_check.h)
//     unready: Unspecified         # False: unready resources are READY_FALSE
//     expect: [app-1, "db|cache"]  # if one is not desired, the composite is not ready
//     explain: false               # true: a condition lists what is not ready, and why
//
// Rules and kinds apply wherever the readiness of a resource is needed (ready_state.h),
// also to resources that `resources` does not list and whose readiness is not set.
//
// YAML reads `unready: False` as a boolean, which is accepted as the word. Errors:
//
//   readiness.kinds[0].kind: Required value: kind is required
//   readiness.kinds[0].apiVersion: Invalid value: "apps/v*": expected a group and a version,
//   such as apps/v1 or apps/*, or v1
//   readiness.rules[0].resource: Invalid value: "a[": invalid regexp: missing ]: [

struct NamedReadinessRule {
  NamePattern resource;
  ReadinessRule rule;
};

struct KindReadinessRule {
  std::string group;    // `*` matches any characters, as in the kind
  std::string version;  // "": any
  std::string kind;
  ReadinessRule rule;

  bool Matches(absl::string_view api_version, absl::string_view kind_of_object,
               Pool* pool) const;
};

struct ReadinessInput {
  // Whether the input has the section.
  bool is_present = false;
  std::vector<NamePattern> resources;  // empty: all
  std::vector<NamedReadinessRule> rules;
  std::vector<KindReadinessRule> kinds;
  bool built_in = true;
  Ready unready = Ready::kUnspecified;
  std::vector<NamePattern> expect;
  bool explain = false;

  // Reads the field `readiness` of the input. All sections share one reading, so that
  // its errors are reported once.
  static std::shared_ptr<const ReadinessInput> Of(Fields& input);

  // Return the first rule for a resource of that name and template, or for the kind of
  // the object; nullptr if none matches. Errors come from the account of the call.
  absl::StatusOr<const ReadinessRule*> RuleOf(absl::string_view name,
                                              absl::string_view of_template,
                                              Pool* pool) const;
  absl::StatusOr<const ReadinessRule*> RuleOfKind(const Value& object,
                                                  Pool* pool) const;

 private:
  void Parse(const Input& section);
};

}  // namespace loom
