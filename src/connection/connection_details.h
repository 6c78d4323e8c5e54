// SPDX-License-Identifier: Apache-2.0
// Connection details of a composed resource, which become those of the
// composite. P&T's three types:
//
//   FromConnectionSecretKey   the observed detail fromConnectionSecretKey; one
//                             that is absent is left out, an empty one is kept
//   FromFieldPath             the field of the observed object: texts as they
//                             are, anything else as compact JSON; left out
//                             whenever it cannot be read
//   FromValue                 the literal value
//
//   connectionDetails:
//   - {name: host, type: FromFieldPath, fromFieldPath: status.address}
//
// Of two with one name the later one counts.
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

  // Adds what can be had of the observed resource to `details`; what cannot is
  // left out. FailedPrecondition: it is too much (value/budget.h).
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
