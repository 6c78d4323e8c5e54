// SPDX-License-Identifier: Apache-2.0
// Renders the resource templates of a plan, as P&T does: environment patches
// first, then each template in turn, then the connection secret.
//
// A template
//   1. begins as its base, or as what an earlier step or template desires under
//      its name;
//   2. takes name and namespace of the observed resource, if there is one,
//   whose
//      connection details and readiness are read;
//   3. is patched, in order;
//   4. replaces what was desired under its name.
//
// What an error of a patch leads to:
//   the source is missing, Optional      the patch is passed over
//   … Required, and the patch is into    a Warning; the template is withheld
//     a resource not observed yet        and the composite not ready
//   … Required otherwise                 a Warning; the patch is passed over
//   anything else                        the call is FATAL
#pragma once

#include "absl/status/status.h"
#include "call/state.h"
#include "render/resources.h"

namespace loom {

// An error makes the call FATAL; its message is the result's.
absl::Status RenderTemplates(const Resources& resources, bool native,
                             State* state);

}  // namespace loom
