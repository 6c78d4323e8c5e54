// SPDX-License-Identifier: Apache-2.0
// A Resolution is the result of a source in one call.
//
//   kValue     it has a value
//   kPending   a requirement is not answered yet
//   kFailed    it has no value, and `failure` has the reason
//   kNothing   it requires nothing, because an optional part is missing
#pragma once

#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "crossplane/contract/failure.h"
#include "data/value/value.h"

namespace loom {

struct Resolution {
  enum class State { kValue, kPending, kFailed, kNothing };

  State state = State::kPending;
  Value value = {};
  // If it has a value, only `where` is set.
  Failure failure = {};

  static Resolution Of(Value value) {
    return {.state = State::kValue, .value = std::move(value)};
  }
  static Resolution Failed(absl::string_view reason, std::string cause,
                           std::string where) {
    return {.state = State::kFailed,
            .failure = {.reason = reason,
                        .cause = std::move(cause),
                        .where = std::move(where)}};
  }
};

}  // namespace loom
