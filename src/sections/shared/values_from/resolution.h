// SPDX-License-Identifier: Apache-2.0
// A Resolution is what became of a source in one call.
//
//   kValue     it has a value
//   kPending   something that was asked for is not answered yet
//   kFailed    it has no value, and `failure` says why
//   kNothing   it asks for nothing, because an optional part of it is missing
#pragma once

#include <string>
#include <utility>

#include "data/value/value.h"
#include "sections/shared/values_from/failure.h"

namespace loom {

struct Resolution {
  enum class State { kValue, kPending, kFailed, kNothing };

  State state = State::kPending;
  Value value = {};
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
