// SPDX-License-Identifier: Apache-2.0
// TemplateRenderer makes one composed resource of one template. It
//
//   1. begins as the template's base, or as what an earlier step or template
//      desires under its name;
//   2. takes name and namespace of the observed resource, if there is one, whose
//      connection details and readiness are read;
//   3. is patched, in order;
//   4. replaces what was desired under its name.
//
// What an error of a patch leads to:
//   the source is missing, Optional      the patch is passed over
//   … Required, and the patch is into    a Warning; the resource is withheld
//     a resource not observed yet        and the composite not ready
//   … Required otherwise                 a Warning; the patch is passed over
//   anything else                        the call is FATAL
//
// The rules, and most of the texts, are function-patch-and-transform's.
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
  // False: a value that has to be there is missing, and so is the resource.
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
