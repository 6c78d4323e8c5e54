// SPDX-License-Identifier: Apache-2.0
// TemplateRenderer makes one composed resource from one template, in four
// steps:
//
//   1. The resource starts as the template's base or, without base, as the
//      desired resource of its name.
//   2. If it is observed, it gets the name and namespace of the observed
//      resource, whose connection details and readiness are read.
//   3. The patches are applied, in order.
//   4. The result replaces the desired resource of its name.
//
// An error of a patch has these effects:
//
//   the source is missing
//     Optional                             the patch is passed over
//     Required, into a resource that is    a Warning; the resource is not made
//     not observed yet                     and the composite is not ready
//     Required otherwise                   a Warning; the patch is passed over
//   anything else                          the call is FATAL
//
// The rules, and most of the messages, are function-patch-and-transform's.
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
  void CheckReadiness(const Value& observed);
  // false: a required value is missing, so the resource is not made.
  absl::StatusOr<bool> PatchAll(Value& object, const Value* observed);
  void WarnOfMissing(const Patch& patch, size_t index, const absl::Status& why,
                     bool withholds);
  std::string Named(const Patch& patch, size_t index) const;
  absl::StatusOr<Ready> ReadyNow();
  void Warn(std::string message);

  const Template& template_;
  const Rules& rules_;
  Call& call_;
  Outcome& outcome_;
  bool is_ready_ = false;
};

}  // namespace loom
