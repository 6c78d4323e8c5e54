// SPDX-License-Identifier: Apache-2.0
#include "crossplane/call/expression_remark.h"

#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "base/limits.h"
#include "base/shortened.h"

namespace loom {

Remark ExpressionsResolved() {
  return {.type = std::string(kExpressionsResolved), .reason = "Resolved"};
}

Remark PendingExpression(absl::string_view subject, const absl::Status& why,
                         bool discreet) {
  const std::string reason = MessageOf(why, discreet);
  return {.type = std::string(kExpressionsResolved),
          .status = ConditionStatus::kUnknown,
          .reason = "FieldMissing",
          .text = absl::StrCat(subject, subject.empty() ? "" : ": ",
                               Shortened(reason, limits::kMessage))};
}

}  // namespace loom
