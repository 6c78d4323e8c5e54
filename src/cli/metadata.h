// SPDX-License-Identifier: Apache-2.0
// Writing the metadata of an object as Kubernetes' unstructured objects do: a
// text that is empty is removed, and what is no object is left as it is.
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

// metadata[name]; the pool keeps the text.
void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool);

// Adds to metadata.labels or metadata.annotations. One with a value that is no
// text is replaced as a whole.
void AddToMetadata(Value& object, absl::string_view map,
                   const std::map<std::string, std::string>& entries,
                   Pool* pool);

// Adds `owner` as the controller to metadata.ownerReferences, in place of one
// with the same uid. Returns the reference, as text, of another controller if
// the object has one; then nothing is changed.
std::string SetController(Value& object, const Value& owner, Pool* pool);

}  // namespace loom
