// SPDX-License-Identifier: Apache-2.0
// A Resolution is the result of a source in one call: its value, or why it has none.
#pragma once

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "crossplane/contract/failure.h"
#include "data/value/value.h"

namespace loom {

struct Resolution {
  LookupState state = LookupState::kPending;
  Value value = {};
  // If it has a value, only `where` is set.
  Failure failure = {};

  static Resolution Of(Value value) {
    return {.state = LookupState::kFound, .value = std::move(value)};
  }
  static Resolution Failed(absl::string_view reason, std::string cause,
                           std::string where) {
    return {.state = LookupState::kFailed,
            .failure = {.reason = reason,
                        .cause = std::move(cause),
                        .where = std::move(where)}};
  }
};

}  // namespace loom
