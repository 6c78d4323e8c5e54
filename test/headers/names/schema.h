// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "schema/kind_schemas.h"
#include "schema/schema_references.h"

namespace loom::example {

extern Pool pool;
extern const Value schemas;
extern std::string text;

}  // namespace loom::example
