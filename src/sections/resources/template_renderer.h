// SPDX-License-Identifier: Apache-2.0
// TemplateRenderer renders one composed resource from one template, in four steps, if
// the condition of the template holds:
//
//   1. The object begins as the template's base or, if the template has none, as
//      the resource of that name that an earlier step or template desires.
//   2. If the resource is observed, the object gets its name and namespace, and
//      its connection details and its readiness are read.
//   3. The patches are applied to the object, in order.
//   4. The object replaces the desired resource of that name.
//
// If the source of a patch has no value, the policy of the patch decides:
//
//   Optional   The patch is skipped.
//   Required   If the patch changes this resource, and the resource is not
//              observed yet, a Warning reports it, the resource is withheld and
//              the composite is not ready. Otherwise there is a Warning, and the
//              patch is skipped.
//
// The expression of a condition, a patch or a connection detail may also refer to
// something that does not exist. Then the remark ExpressionsResolved reports it, and the
// composite is not ready. A resource that is not observed yet is withheld if its
// condition is pending, or a patch that changes it. Otherwise it is rendered, and the
// field that a patch would write keeps its observed value.
//
// If the kind may differ from that of an observed object, because it is computed or
// because the template replaces, the object of the other kind decides (Template).
//
// If a patch fails for any other reason, the call is FATAL. The rules and most of
// the messages are those of function-patch-and-transform.
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/outcome.h"
#include "language/input/rules.h"
#include "sections/resources/instance.h"
#include "sections/resources/template.h"
#include "sections/shared/patches/patch.h"

namespace loom {
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
    if (the_template.values == nullptr) return;
    variables_.values =
        &values_.emplace(the_template.values.get(), &call.values, call.pool);
  }

  // Renders the resource. Returns false if the condition does not hold.
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
  // Tells the observer which checks of the template have passed, and which has not.
  void TellChecks(const absl::StatusOr<bool>& ready, size_t passed) const;
  // Returns the location of a field of the template in the input.
  std::string InTemplate(absl::string_view member) const;
  // Returns false if a required value is missing, so that the resource is dropped.
  absl::StatusOr<bool> PatchAll(Value& object);
  void Drop(Value& object);
  // Returns false if the resource is withheld.
  absl::StatusOr<bool> Miss(const Patch& patch, size_t index,
                            const absl::Status& why, Value& object);
  absl::Status WarnOfMissing(const Patch& patch, size_t index,
                             const absl::Status& why, bool withholds);
  void Mark(Value& object) const;
  absl::Status NoteOtherKind(const Value& object);
  // Returns false if the resource is withheld until the observed object is gone.
  absl::StatusOr<bool> CheckKind(const Value& object);
  absl::StatusOr<bool> Replace(const Value& object);
  // Reports a pending expression, for which the resource may be withheld.
  void TellPending(const absl::Status& why, bool withholds);
  std::string Named(const Patch& patch, size_t index) const;
  absl::StatusOr<Ready> ReadyNow();
  absl::Status Warn(absl::string_view message, absl::string_view place = "");

  const Template& template_;
  const absl::string_view name_;
  const LoopItem* item_;
  const Rules& rules_;
  Call& call_;
  Outcome& outcome_;
  std::optional<ValueState> values_;  // those of the template
  CallVariables variables_;
  const Value* observed_ = nullptr;
  bool is_ready_ = false;
  bool is_pending_ = false;  // the condition
};

}  // namespace loom
