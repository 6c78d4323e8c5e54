// SPDX-License-Identifier: Apache-2.0
// ReportPending says in the condition ExpressionsResolved which entries wait for the
// expression of their namespace, with the name of what lacks them:
//
//   nets: extraResources[0].namespaceFromExpression: 1:15: no such key: "team"
//
// The composite is then not ready. Nothing is an error: the step goes on without what
// the entries would have found.
#pragma once

#include <functional>

#include "absl/strings/string_view.h"
#include "crossplane/contract/asked.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"

namespace loom {

// `name_of` an entry, by its index.
void ReportPending(const Asked& asked,
                   const std::function<absl::string_view(size_t)>& name_of,
                   const Pool& pool, Outcome* outcome);

}  // namespace loom
