// SPDX-License-Identifier: Apache-2.0
// A Dependency is one entry of the list `dependencies`: composed resources that are not
// created before the objects that they depend on (docs/dependency-rules.md):
//
//   mode        a dependent that is not observed   an Object of provider-kubernetes
//   Delay       is withheld until all conditions   the same
//               hold
//   Reference   the same                           gets spec.references to what it
//                                                  depends on, and is withheld until
//                                                  the names of these are known
//   Both        the same                           both
//   None        is not withheld                    the same
//
// The name of a template with forEach means all its items. A template that renders
// nothing, because its list is empty or its condition is false, is not waited for.
// Items that wait for a value are waited for, and so is a template whose list is not
// known yet, both by its name and by a pattern that may match one of its items
// (found_prerequisite.h).
//
// `when` decides whether the entry is applied in a call
// (language/cel/program/expression.h, with the names kNamesOfCall):
//
//   true          the same as without `when`
//   false         nothing waits, no object is requested, and no references are written
//   not known     as if true and not satisfied: a dependent that is not observed is
//                 withheld, and an observed one stays
//
// With holdUpdates, an observed dependent waits as well: while a prerequisite is not as it
// is desired, the dependent keeps its observed spec (held_update.h).
//
// Usages are made in each case, so that a change of `when` never makes an object
// deletable. function-sequencer has the same rule for its conditions, but treats a
// condition that is not known as an error.
//
// A resource that both patterns match does not depend on itself, and an item of a
// template with forEach does not depend on the name of its template.
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
using Names = std::vector<absl::string_view>;

// KnownNames are the logical names that dependencies use in one call, sorted.
//
//   wanted          the resources that are desired so far, including those that a
//                   section of this call withheld
//   known           those, the observed ones, and those of the input's own templates,
//                   including those that wait for a value; for a template with forEach
//                   or a condition, the resources that it renders
//   pending_loops   the input's own templates with forEach whose list is not known yet,
//                   so that the names of their items are not known either
struct KnownNames {
  Names wanted;
  Names known;
  Names pending_loops;

  // Returns the names. Both must outlive them. An error comes from the account of the
  // call.
  static KnownNames Of(const OwnTemplates& templates, Call& call);
};

// Returns what a template makes, as Expansions does; also for a template of an earlier
// step that makes nothing, unless a step desires the resource of that name. nullptr:
// the template makes the resource of its own name.
const Names* MadeBy(absl::string_view name, Call& call);

void SortUnique(Names* names);

enum class UsageVersion { kV1, kV2 };

// An object outside the composite, by the name in its metadata.
struct OutsideObject {
  std::string name = {};
  std::string ns = {};
  // Without a kind, it is an Object of provider-kubernetes. If its version is missing,
  // too, the version depends on the dependent (crossplane/kinds/provider_object.h).
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

// The value of `when` in a call: true, false, or NotFound for what is not known yet.
using WhenSays = absl::StatusOr<bool>;

struct Dependency {
  std::string place;  // in the input
  NamePattern resource;
  std::vector<Prerequisite> depends_on;
  // Whether it is replaced by the entries that follow from what resources read
  // (inferred.h), and whether these have Usages.
  bool inferred = false;
  bool infers_usages = false;
  bool ignores_missing = false;
  bool delays = true;
  bool refers = false;  // Objects get spec.references
  // Whether an observed dependent keeps its spec while it has to wait (held_update.h).
  bool holds_updates = false;
  std::optional<InputExpression> when = std::nullopt;
  UsageVersion usage_version = UsageVersion::kV2;

  static Dependency Parse(const Input& entry);

  bool NeedsObjects() const;
  bool HasUsages() const;

 private:
  // Reads `mode`, `when` and `holdUpdates`, which depend on each other.
  void ParseMode(Fields& fields);
};

// Each dependent depends on all prerequisites. The names are sorted and unique.
struct DependencyGroup {
  std::vector<absl::string_view> dependents = {};
  std::vector<absl::string_view> prerequisites = {};
};

// CyclesIn finds the resources that depend on each other, such as "a -> b -> a". They
// would wait for each other forever, and could not be deleted in any order. An arrow
// means that the first is needed by the second, and the smallest name comes first. Each
// cycle is reported once; at least one of the cycles that share resources is reported.
// A name in both lists of a group does not depend on itself.
std::vector<std::string> CyclesIn(const std::vector<DependencyGroup>& groups);

}  // namespace loom
