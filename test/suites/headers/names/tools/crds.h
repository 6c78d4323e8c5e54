// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tools/crds/kind_schemas.h"
#include "tools/crds/schema_references.h"

namespace loom::example::tools_crds {

extern Pool pool;
extern const Value schemas;
extern std::string text;

}  // namespace loom::example::tools_crds
