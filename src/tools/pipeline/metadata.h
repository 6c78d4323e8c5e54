// SPDX-License-Identifier: Apache-2.0
// Functions that write the metadata of an object by the rules of the Go library
// of Kubernetes (unstructured objects): an empty text removes the member, and
// nothing is changed where metadata is no object.
//
//   SetMetadata(object, "namespace", "team-a", &pool);
//   AddToMetadata(object, "labels", {{"app", "web"}}, &pool);
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Sets metadata[name]. The pool keeps the text.
void SetMetadata(Value& object, absl::string_view name, absl::string_view text,
                 Pool* pool);

// Adds entries to metadata[map], which is labels or annotations. If a value in
// it is no text, all that was there is removed.
void AddToMetadata(Value& object, absl::string_view map,
                   const std::map<std::string, std::string>& entries,
                   Pool* pool);

// Adds `owner` to metadata.ownerReferences as the controller; a reference with
// the same uid is replaced. If the object has another controller, nothing is
// changed and that controller is returned as text: `Deployment web (UID 1234)`.
// Otherwise the text is empty.
std::string SetController(Value& object, const Value& owner, Pool* pool);

}  // namespace loom
