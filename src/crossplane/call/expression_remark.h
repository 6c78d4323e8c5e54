// SPDX-License-Identifier: Apache-2.0
// The remarks (remark.h) of the condition ExpressionsResolved, which says whether all
// that expressions of the native input name is there.
//
//   outcome->remarks.push_back(ExpressionsResolved());
//   outcome->remarks.push_back(PendingExpression("replica", status, discreet));
//
//   ExpressionsResolved: Unknown, FieldMissing
//   replica: resources[1].condition: 1:15: no such key: "replicas"
//
// A section that has expressions gives the first of them in each call, and one of the
// second for each expression that is pending.
#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/contract/remark.h"

namespace loom {

inline constexpr absl::string_view kExpressionsResolved = "ExpressionsResolved";

Remark ExpressionsResolved();

// `subject` is what waits: the name of a resource or of an entry; "" if it is the
// composite as a whole. `why` is the NotFound of the expression.
Remark PendingExpression(absl::string_view subject, const absl::Status& why,
                         bool discreet);

}  // namespace loom
