// SPDX-License-Identifier: Apache-2.0
// A Destination is where a value is written: a path, and what happens to the value
// that is there already (policy.h).
//
//   Destination to{.path = path, .policy = *policy.to, .rules = rules};
//   LOOM_RETURN_IF_ERROR(to.Write(object, std::move(value), &pool));
//
// A `[*]` in the path writes to every place that it matches. The places have to
// exist; in the native input the last member may be missing:
//
//   {l: [{a: 1}, {}]}   l[*].a = 5   {l: [{a: 5}, {a: 5}]}
//   {l: []}             l[*].a = 5   nothing; for P&T an error
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/rules.h"
#include "sections/shared/patches/policy.h"

namespace loom {

struct Destination {
  const Path& path;
  const ToPolicy& policy;
  const Rules& rules;
  // false: `*` is an ordinary key.
  bool expands = true;
  // What errors begin with, as in P&T; "" for nothing.
  absl::string_view prefix = "";

  // FailedPrecondition: the object does not fit the path, the values cannot be
  // merged, or the call has made too much (data/value/budget.h). The object may then
  // be written in part.
  absl::Status Write(Value& to, Value value, Pool* pool) const;

 private:
  absl::Status WriteAll(Value& to, const Value& value, Pool* pool) const;
  absl::Status WriteAt(Value& to, const Path& at, Value value,
                       Pool* pool) const;
  absl::Status Told(const absl::Status& status) const;
};

}  // namespace loom
