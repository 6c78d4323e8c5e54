// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"

namespace loom::example::crossplane_contract {

extern Outcome* outcome;
extern const Request request;
extern size_t size_hint;

}  // namespace loom::example::crossplane_contract
