// SPDX-License-Identifier: Apache-2.0
// TemplateRenderer makes one composed resource from one template, in four steps, if the
// condition of the template holds:
//
//   1. The object begins as the template's base or, if the template has none, as
//      what an earlier step or template desires under its name.
//   2. If the resource is observed, the object gets its name and namespace, and
//      its connection details and its readiness are read.
//   3. The patches are applied to the object, in order.
//   4. The object replaces what was desired under its name.
//
// If a patch finds no value at its source, its policy decides:
//
//   Optional   The patch is skipped.
//   Required   If the patch changes this resource, and the resource is not
//              observed yet, a Warning says so, the resource is withheld and the
//              composite is not ready. Otherwise there is a Warning, and the
//              patch is skipped.
//
// What an expression names may be missing, too: a condition, a patch, a connection detail.
// Then the remark ExpressionsResolved says so and the composite is not ready. A resource
// that is not observed yet is withheld if its condition is pending, or a patch that
// changes it. Otherwise it is rendered, and the field that a patch would write keeps the
// value that is observed.
//
// If a patch fails for any other reason, the call is FATAL. The rules and most of
// the messages are those of function-patch-and-transform.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/outcome.h"
#include "language/input/rules.h"
#include "sections/resources/template.h"
#include "sections/shared/patches/patch.h"

namespace loom {
// Which resource a template makes: its logical name, whose characters outlive the call,
// and the item for which it is made.
struct Instance {
  absl::string_view name;
  const LoopItem* item = nullptr;  // nullptr: the template has no forEach
};

class TemplateRenderer {
 public:
  TemplateRenderer(const Template& the_template, const Instance& instance,
                   const Rules& rules, Call& call, Outcome* outcome)
      : template_(the_template),
        name_(instance.name),
        item_(instance.item),
        rules_(rules),
        call_(call),
        outcome_(*outcome),
        variables_(&call) {
    variables_.loop = instance.item;
  }

  // false: the condition does not hold, and nothing was made.
  absl::StatusOr<bool> Render();

 private:
  enum class Wanted { kYes, kNo, kPending };

  TemplateUse use() const { return {name_, template_.index, item_}; }
  absl::StatusOr<Wanted> IsWanted();
  absl::Status RenderObject();
  absl::StatusOr<Value> Begin();
  absl::Status Observe(Value& object);
  absl::Status PublishDetails();
  absl::Status CheckReadiness();
  // False: a value that has to be there is missing, and so is the resource.
  absl::StatusOr<bool> PatchAll(Value& object);
  void Drop(Value& object);
  // False: the resource is withheld.
  absl::StatusOr<bool> Miss(const Patch& patch, size_t index,
                            const absl::Status& why, Value& object);
  absl::Status WarnOfMissing(const Patch& patch, size_t index,
                             const absl::Status& why, bool withholds);
  void Mark(Value& object) const;
  absl::Status NoteOtherKind(const Value& object);
  void TellPending(const absl::Status& why);
  void Withhold();
  std::string Named(const Patch& patch, size_t index) const;
  absl::StatusOr<Ready> ReadyNow();
  absl::Status Warn(absl::string_view message);

  const Template& template_;
  const absl::string_view name_;
  const LoopItem* item_;
  const Rules& rules_;
  Call& call_;
  Outcome& outcome_;
  CallVariables variables_;
  const Value* observed_ = nullptr;
  bool is_ready_ = false;
};

}  // namespace loom
