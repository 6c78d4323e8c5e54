// SPDX-License-Identifier: Apache-2.0
// An Instance is a resource that a template renders in a call: one, or one for each item
// of forEach.
//
// Its name must not be that of another resource of the step, whichever comes first in
// the list, and no `id`. If a computed name or an item has the name of a resource of an
// earlier step, it would replace that resource by accident, so that is refused as well,
// unless the resource is an item of a template of the same name, or the template has
// no base and only changes the resource. Both are FATAL:
//
//   resources[1].forEach: item 0: resource name "net-a" is already used by resources[0]
//   resources[0].name: resource name "blue" is already used by a resource of an earlier
//   step
//
// The rules are ours.
#pragma once

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "sections/resources/template.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

// The characters of its name outlive the call.
struct Instance {
  absl::string_view name;          // in Crossplane
  const LoopItem* item = nullptr;  // nullptr: the template has no forEach
};

// Notes a resource whose name in Crossplane differs from what the input calls it.
// FailedPrecondition: the name cannot be computed.
absl::Status NoteName(const Template& the_template, const Instance& instance,
                      Call& call);

// Returns the name of the resource. nullopt: it has none, and the condition of the
// template is false without it.
absl::StatusOr<std::optional<absl::string_view>> FindName(
    const Template& the_template, const LoopItem* item, Call& call);

// Returns FailedPrecondition if another resource has the name, as described above.
absl::Status CheckName(const Template& the_template, const Instance& instance,
                       const OwnTemplates& own, Call& call);

// Like CheckName, for an instance whose name `by` also has.
absl::Status NameIsTaken(const Template& the_template, const Instance& instance,
                         absl::string_view by);

}  // namespace loom
