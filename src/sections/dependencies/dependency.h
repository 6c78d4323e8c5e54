// SPDX-License-Identifier: Apache-2.0
// A Dependency is one entry of the list `dependencies`: composed resources that are
// not created before what they depend on.
//
//   dependencies:
//   - resource: config-.*            # the dependents: sections/shared/readiness_checks/name_pattern.h
//     dependsOn:
//     - resource: cluster            # composed resources, of any step
//       condition: Ready             # gate_condition.h
//       connectionDetails: [HOST]    # keys that are there and not empty
//       deletion: Usage              # instead of that of the entry
//     - name: shared-cluster         # an object outside of the composite
//       apiVersion: kubernetes.crossplane.io/v1alpha2   # with kind: Object
//       kind: Object                                    # the default
//       namespace: team-a            # default: that of the composite
//       condition: Exists
//     whenMissing: Block             # Ignore: what does not exist, and no step
//                                    # desires, is not waited for
//     mode: Delay                    # below
//     when: composite.spec.ha        # below; an expression in CEL
//     deletion: None                 # Usage: usages.h
//     usageVersion: v2               # v1: that of Crossplane 1
//   - resource: ".*"                 # what each of these reads of others of this step
//     inferred: true                 # (inferred.h), in place of dependsOn
//
//   mode        a dependent that is not observed   an Object of provider-kubernetes
//   Delay       is withheld until all conditions   the same
//               hold
//   Reference   the same                           gets spec.references with what it
//                                                  depends on, and is withheld until
//                                                  the names of that are known
//   Both        the same                           both
//   None        is not withheld                    the same
//
// The name of a template with forEach means all its items, and one that makes nothing,
// because its list is empty or its condition is false, is not waited for. Items that wait
// for a value are waited for, and so is a template whose list is not known yet, by its
// name and by what may match an item of it (found_prerequisite.h).
//
// `when` says whether the entry is applied in a call (language/cel/program/expression.h,
// with the names kNamesOfCall):
//
//   true          as without it
//   false         nothing waits, no object is asked for, and no references are written
//   not known     as if it were true, and not satisfied: a dependent that is not
//                 observed is withheld, and one that is observed stays
//
// Usages are made in each case, so that a condition that changes its mind never makes
// something deletable. function-sequencer has the same rule for its conditions; there
// what is not known is an error.
//
// A name that a pattern matches does not depend on itself, and no item of a template with
// forEach depends on the name of its template. Mistakes:
//
//   dependencies[0].dependsOn[0]: one of resource and name is required
//   dependencies[0].dependsOn[0].resource: Invalid value: "db": db depends on itself
//   dependencies[0]: dependsOn and inferred exclude each other
//   dependencies[0].mode: Invalid value: None without deletion: Usage does nothing
//   dependencies[0].when: Invalid value: 1:1: unknown name "compsite", did you mean
//   "composite"?
//   dependencies[0].when: Invalid value: with mode: None nothing waits, and Usages are
//   made whatever it says
//   dependencies: cycle a -> b -> a
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/kinds/kinds.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "sections/dependencies/gate_condition.h"
#include "sections/shared/readiness_checks/name_pattern.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
// KnownNames are the logical names that dependencies know of in one call, sorted.
//
//   wanted          the resources that are desired so far, also if a section of this
//                   call withheld them
//   known           those, the observed ones, and those of the input's own templates,
//                   also those that wait for a value; of one with forEach or a
//                   condition what it makes
//   pending_loops   the input's own templates with forEach whose list is not known yet:
//                   what they will make has names that are not known either

using Names = std::vector<absl::string_view>;

struct KnownNames {
  Names wanted;
  Names known;
  Names pending_loops;

  // Both must outlive the names. An error is one of the account of the call.
  static absl::StatusOr<KnownNames> Of(const OwnTemplates& templates,
                                       Call& call);
};

void SortUnique(Names* names);

enum class UsageVersion { kV1, kV2 };

// An object outside of the composite, by the name in its metadata.
struct OutsideObject {
  std::string name = {};
  std::string ns = {};
  // Without a kind it is an Object of provider-kubernetes, whose version depends on
  // the dependent (crossplane/kinds/provider_object.h) if it has none either.
  NamedKind kind = {};
};

// One element of dependsOn: composed resources, or an object.
struct Prerequisite {
  std::optional<NamePattern> resource = std::nullopt;
  OutsideObject object = {};
  GateCondition condition = {};
  std::vector<std::string> keys = {};
  bool has_usage = false;
};

// What `when` of an entry says in a call: true, false, or the NotFound of what is not
// known yet.
using WhenSays = absl::StatusOr<bool>;

struct Dependency {
  NamePattern resource;
  std::vector<Prerequisite> depends_on;
  // Whether it stands for the entries that follow from what resources read (inferred.h),
  // and whether these have Usages.
  bool inferred = false;
  bool infers_usages = false;
  bool ignores_missing = false;
  bool delays = true;
  bool refers = false;  // Objects get references
  std::optional<InputExpression> when = std::nullopt;
  UsageVersion usage_version = UsageVersion::kV2;

  static Dependency Parse(const Input& entry);

  // Whether anything that it depends on has to be asked for.
  bool NeedsObjects() const;
  bool HasUsages() const;

 private:
  // Reads `mode` and `when`, which belong together.
  void ParseMode(Fields& fields);
};

// CyclesIn finds the resources that depend on each other, which would wait for each
// other for ever, and could not be deleted in any order.
//
//   CyclesIn({{.dependents = {"a"}, .prerequisites = {"b"}},
//             {.dependents = {"b"}, .prerequisites = {"a"}}})   {"a -> b -> a"}
//
// An arrow means that the first is needed by the second, and the smallest name comes
// first. Each cycle is reported once; of cycles that share resources at least one
// is reported. A name that is in both lists of one group does not depend on itself.

// Each dependent depends on all prerequisites. The names are sorted and unique.
struct DependencyGroup {
  std::vector<absl::string_view> dependents = {};
  std::vector<absl::string_view> prerequisites = {};
};

std::vector<std::string> CyclesIn(const std::vector<DependencyGroup>& groups);

}  // namespace loom
