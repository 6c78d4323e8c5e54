// SPDX-License-Identifier: Apache-2.0
// The connection details of a composed resource, which become connection
// details of the composite. They have P&T's three types:
//
//   FromConnectionSecretKey   the observed detail fromConnectionSecretKey; one
//                             that is absent is left out, an empty one is kept
//   FromFieldPath             the field of the observed object, a text as it
//                             is and anything else as compact JSON; left out
//                             if the field cannot be read
//   FromValue                 the literal value
//
//   connectionDetails:
//   - {name: host, type: FromFieldPath, fromFieldPath: status.address}
//
// If two details have one name, the later one counts.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fieldpath/path.h"
#include "input/input.h"
#include "resource/details.h"

namespace loom {

class ConnectionDetails {
 public:
  static ConnectionDetails Parse(const std::vector<Input>& list);

  // Adds to `details` those that the observed resource has. FailedPrecondition:
  // they exceed the budget of the call (value/budget.h).
  absl::Status Extract(const Value& observed,
                       const ObservedDetails& observed_details, Pool* pool,
                       Details* details) const;

  bool empty() const { return rows_.empty(); }

 private:
  enum class From { kSecretKey, kField, kValue };
  struct Type;
  struct Row {
    std::string name;
    From from = From::kValue;
    std::string text;  // the key, or the value
    absl::StatusOr<Path> path = Path();
  };
  static Row ParseRow(const Input& input);

  std::vector<Row> rows_;
};

}  // namespace loom
