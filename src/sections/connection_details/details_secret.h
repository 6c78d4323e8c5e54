// SPDX-License-Identifier: Apache-2.0
// ComposeDetails puts details into a composed Secret (details_section.h says which
// keys it keeps). Its keys are, each over those before it:
//
//   those of the composite's connection details, if the composite is modern, because
//   Crossplane would not publish them
//   those of a Secret of the same logical name that is desired already
//   the details, and what is kept of the observed Secret
#pragma once

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "sections/connection_details/details_output.h"
#include "sections/connection_details/gathered_details.h"

namespace loom {

// An error is one of the request, of the account of the call, or of the location of the
// Secret (details_output.h).
absl::Status ComposeDetails(const GatheredDetails& gathered,
                            const DetailsOutput& output, Call& call);

}  // namespace loom
