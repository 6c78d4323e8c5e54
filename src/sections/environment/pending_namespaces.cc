// SPDX-License-Identifier: Apache-2.0
#include "sections/environment/pending_namespaces.h"

#include "crossplane/call/expression_remark.h"

namespace loom {

void ReportPending(const Asked& asked,
                   const std::function<absl::string_view(size_t)>& name_of,
                   const Pool& pool, Outcome* outcome) {
  outcome->remarks.push_back(ExpressionsResolved());
  for (const auto& [index, why] : asked.pending) {
    outcome->not_ready = true;
    outcome->remarks.push_back(
        PendingExpression(name_of(index), why, pool.discreet()));
  }
}

}  // namespace loom
