// SPDX-License-Identifier: Apache-2.0
// A GateCondition is the condition that an object has to meet before objects that
// depend on it are created.
//
//   condition                                        holds if
//   Ready (default)                                  it is ready
//                                                    (sections/shared/readiness_checks/ready_state.h)
//   Exists                                           it is observed
//   Synced                                           the Synced condition is True
//   {type: Healthy, status: "True"}                  the condition has the status,
//                                                    by default True
//   {fieldPath: status.endpoint, nonEmpty: true}     the field is not null, "" or []
//   {fieldPath: status.phase, equals: Running}       the field has that value
//
// If the condition or the field is missing, the GateCondition does not hold.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/fields.h"

namespace loom {

class GateCondition {
 public:
  // Reads the field `condition`. The object refers to the input.
  static GateCondition Parse(Fields& fields);

  // Reports whether the condition is Ready, which ReadyState decides instead of Holds.
  bool is_ready() const { return kind_ == Kind::kReady; }

  // Reports whether it holds for an observed object. An error comes from the account of
  // the call.
  absl::StatusOr<bool> Holds(const Value& object, Pool* pool) const;

 private:
  enum class Kind { kReady, kExists, kCondition, kEquals, kNonEmpty };

  void ParseObject(const Input& input);
  void ParseField(Fields& fields, absl::string_view text);

  Kind kind_ = Kind::kReady;
  std::string type_;
  std::string status_ = "True";
  Path path_;
  const Value* wanted_ = nullptr;  // kEquals
};

}  // namespace loom
