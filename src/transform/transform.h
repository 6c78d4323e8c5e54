// SPDX-License-Identifier: Apache-2.0
// Transforms change a value on its way from a patch's source to its
// destination. They are P&T's: five families, prepared once when the input is
// read and applied on every call.
//
//   transforms:
//   - {type: convert, convert: {toType: int64}}      "10" → 10
//   - {type: math, math: {type: Multiply, multiply: 3}}     → 30
//   - {type: string, string: {type: Format, fmt: "n-%d"}}   → "n-30"
//
// The first that fails ends the chain; its error names it:
//   transforms[1] (math): …
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "input/input.h"
#include "value/value.h"

namespace loom {

class Transform {
 public:
  virtual ~Transform() = default;
  // FailedPrecondition: the value does not fit. Safe to call from many threads.
  virtual absl::StatusOr<Value> Apply(const Value& value, Pool* pool) const = 0;
};

class Transforms {
 public:
  // Reads a list of transforms and reports every mistake at its place.
  static Transforms Parse(const std::vector<Input>& list);

  bool empty() const { return steps_.empty(); }
  absl::StatusOr<Value> Apply(const Value& value, Pool* pool) const;

 private:
  struct Step {
    absl::string_view type;
    std::unique_ptr<const Transform> transform;
  };
  std::vector<Step> steps_;
};

}  // namespace loom
