// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "fieldpath/path.h"
#include "resource/composed_resources.h"
#include "resource/outcome.h"

namespace loom::example {

extern ComposedResources& resources;
extern Outcome* outcome;
extern absl::Status error;
extern const Path path;
extern std::vector<const Value*> objects;

}  // namespace loom::example
