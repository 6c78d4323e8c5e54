// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "crossplane/contract/outcome.h"
#include "crossplane/contract/request.h"
#include "data/fieldpath/path.h"

namespace loom::example::crossplane_contract {

extern Outcome* outcome;
extern absl::Status error;
extern const Path path;
extern std::vector<const Value*> objects;

extern const Request request;
extern size_t size_hint;

}  // namespace loom::example::crossplane_contract
