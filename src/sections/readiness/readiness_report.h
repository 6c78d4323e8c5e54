// SPDX-License-Identifier: Apache-2.0
// ReadinessReport tells what is not ready (`explain` of readiness_input.h): the condition
// ResourcesReady of the composite, and a NORMAL result whenever what it says changes.
//
//   Type:     ResourcesReady
//   Status:   False
//   Reason:   NotReady
//   Message:  app (2 of 3 available), db (Ready is False: Creating)
//
//   not ready: app (2 of 3 available), db (Ready is False: Creating)
//
// Entries have the order in which they are added. After the first ten follows only the
// number of the others. The condition is True, with the reason AllReady, if there is
// none. A result on every reconcile would repeat the same event without end, so there is
// none if the observed composite has the condition with the same message.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"

namespace loom {

class ReadinessReport {
 public:
  // Errors, here and below, are those of the request and of the account of the call.
  absl::Status Add(absl::string_view name, absl::string_view why, Pool* pool);
  // Whether the text of another entry is told.
  bool tells_more() const;

  absl::Status Finish(Call& call, Outcome* outcome) const;

 private:
  std::string text_;
  size_t entries_ = 0;
};

}  // namespace loom
