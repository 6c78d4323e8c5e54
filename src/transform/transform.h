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
//   transforms[1] (math): input is required to be a number …
//
// What is wrong with a transform is told when it is parsed. P&T finds some
// mistakes only when it gets there, and nothing happens where it never does;
// for the drop-in inputs these are errors of Apply, and mistakes() names them.
//
// A chain refers to the tree it was parsed from, which has to outlive it.
#pragma once

#include <memory>
#include <string>
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
  // The same for Combine patches, whose transforms P&T does not look at before
  // it applies them.
  static Transforms ParseOfCombine(const std::vector<Input>& list);

  bool empty() const { return steps_.empty() && mistakes_.empty(); }
  // What is wrong though it was not reported; "" if nothing is. Apply fails
  // with it.
  const std::string& mistakes() const { return mistakes_; }

  // FailedPrecondition: a value does not fit. InvalidArgument: mistakes().
  absl::StatusOr<Value> Apply(const Value& value, Pool* pool) const;

 private:
  struct Step {
    absl::string_view type;
    std::unique_ptr<const Transform> transform;
  };

  void Add(const Input& input, const Input& late);

  std::vector<Step> steps_;
  std::string mistakes_;
};

}  // namespace loom
