// SPDX-License-Identifier: Apache-2.0
// ObservedBytes are the bytes of the Struct of an observed resource, for whoever need
// not decode it (sections/shared/readiness_checks/quick_ready.h).
//
//   LOOM_ASSIGN_OR_RETURN(auto bytes, ObservedBytes("db", call));
//   bool observed = bytes.has_value();     // nullopt: there is no such resource
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"

namespace loom {

// InvalidArgument: the Resource is malformed, and the call fails.
absl::StatusOr<std::optional<absl::string_view>> ObservedBytes(
    absl::string_view name, Call& call);

}  // namespace loom
