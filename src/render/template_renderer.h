// SPDX-License-Identifier: Apache-2.0
// TemplateRenderer makes one composed resource from one template, in four steps:
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
// If a patch fails for any other reason, the call is FATAL. The rules and most of
// the messages are those of function-patch-and-transform.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "call/call.h"
#include "input/rules.h"
#include "render/template.h"
#include "resource/outcome.h"

namespace loom {

class TemplateRenderer {
 public:
  TemplateRenderer(const Template& the_template, const Rules& rules, Call& call,
                   Outcome* outcome)
      : template_(the_template),
        rules_(rules),
        call_(call),
        outcome_(*outcome) {}

  absl::Status Render();

 private:
  absl::StatusOr<Value> Begin();
  absl::Status Observe(Value& object, const Value& observed);
  absl::Status CheckReadiness(const Value& observed);
  // False: a value that has to be there is missing, and so is the resource.
  absl::StatusOr<bool> PatchAll(Value& object, const Value* observed);
  absl::Status WarnOfMissing(const Patch& patch, size_t index,
                             const absl::Status& why, bool withholds);
  std::string Named(const Patch& patch, size_t index) const;
  absl::StatusOr<Ready> ReadyNow();
  absl::Status Warn(absl::string_view message);

  const Template& template_;
  const Rules& rules_;
  Call& call_;
  Outcome& outcome_;
  bool is_ready_ = false;
};

}  // namespace loom
