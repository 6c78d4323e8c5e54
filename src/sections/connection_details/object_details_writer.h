// SPDX-License-Identifier: Apache-2.0
// ObjectDetailsWriter writes one entry of objectConnectionDetails (object_details.h)
// into the desired Object, in one call.
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "sections/connection_details/object_details.h"

namespace loom {

class ObjectDetailsWriter {
 public:
  // All must outlive this object.
  ObjectDetailsWriter(const ObjectDetailsOf& wanted, Call& call,
                      Outcome* outcome)
      : wanted_(wanted), call_(call), outcome_(*outcome) {}

  // An error is one of the request or of the account of the call.
  absl::Status Write();

 private:
  absl::Status WriteSecretRef(Value& object, Value& spec);
  absl::Status WriteDetails(Value& spec);
  absl::Status WriteDetail(const ObjectDetail& detail, Value& list);
  absl::Status KeepObserved(const std::string& key, Value& list);
  void Put(Value detail, absl::string_view key, Value& list);
  // nullopt: it has no text, which was said.
  absl::StatusOr<std::optional<std::string>> Read(const TextOrField& text,
                                                  absl::string_view what);
  absl::Status Say(absl::string_view cause);

  const ObjectDetailsOf& wanted_;
  Call& call_;
  Outcome& outcome_;
};

}  // namespace loom
