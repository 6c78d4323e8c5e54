// SPDX-License-Identifier: Apache-2.0
// GatherDetails makes all details of the section in one call, and says what is missing.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/details.h"
#include "sections/connection_details/detail.h"

namespace loom {

struct GatheredDetails {
  Details values;
  // The names of details that have no value now.
  std::vector<std::string> missing;
  // One text for each of them, and for each allFrom without details:
  //   password: db connection key password is missing
  std::vector<std::string> texts;
  bool has_all_from = false;

  // Whether a key that is published now, and that nothing else has, stays.
  bool Keeps(absl::string_view key) const;
};

// An error is one of the request or of the account of the call.
absl::StatusOr<GatheredDetails> GatherDetails(const std::vector<Detail>& list,
                                              Call& call);

}  // namespace loom
