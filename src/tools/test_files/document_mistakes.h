// SPDX-License-Identifier: Apache-2.0
// These functions read a document that a schema describes: a test of ours, of xprin or of
// Upbound. Paths have the names of fields and the decimal indexes of items.
//
//   Diagnostics mistakes = SchemaMistakes(document, schema, nullptr, &pool);
//   LOOM_RETURN_IF_ERROR(ErrorOf(mistakes));
//   const Value* name = ValueAt(document.root, {"spec", "steps", "0", "name"});
#pragma once

#include <functional>

#include "data/value/value.h"
#include "tools/findings/diagnostic.h"
#include "tools/schemas/crd.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom {

YamlPosition PositionAt(const YamlDocument& document, const NodePath& path,
                        YamlPart part = YamlPart::kValue);

// Returns nullptr if there is no such field or item.
const Value* ValueAt(const Value& root, const NodePath& path);

// Returns what is wrong in the document, with locations. The subject of an unknown field
// that resembles no other one is its name. `accepts` says which violations
// do not count; nullptr: all count.
Diagnostics SchemaMistakes(const YamlDocument& document, const Value& schema,
                           const std::function<bool(const Violation&)>& accepts,
                           Pool* pool);

}  // namespace loom
