// SPDX-License-Identifier: Apache-2.0
// CompositeSchema derives the schema of a composite, or of a claim, from its definition
// (XRD). The API server never sees the schema of a definition as written: Crossplane
// takes parts of it and adds its own fields.
//
//   description, x-kubernetes-validations             taken
//   spec: properties, required, oneOf, description,   taken; spec is required, and is an
//     x-kubernetes-validations,                         object even if the definition does
//     x-kubernetes-preserve-unknown-fields              not have it
//   status: the same except the last                  taken; status always exists
//   metadata.name.maxLength                           taken if below 63, else 63
//   everything else                                   dropped
//
// Crossplane's own fields, its machinery, depend on the scope. They replace fields of
// the same name:
//
//   form            from                              machinery
//   kLegacyCluster  scope LegacyCluster, the default  in spec, with claimRef and
//                   of apiextensions.crossplane.io/v1   writeConnectionSecretToRef
//   kNamespaced     scope Namespaced, the default of  in spec.crossplane
//                   …/v2
//   kCluster        scope Cluster                     in spec.crossplane
//   kClaim          claimNames                        in spec, with resourceRef,
//                                                       compositeDeletePolicy and
//                                                       writeConnectionSecretToRef
//
// The rules are Crossplane's (2.3, package xcrd).
#pragma once

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

enum class CompositeForm { kLegacyCluster, kNamespaced, kCluster, kClaim };

// Returns whether `kind` is the composite or the claim of a definition, and its form.
// nullopt: it is neither.
std::optional<CompositeForm> FormOf(const Value& definition,
                                    absl::string_view kind);

// Returns whether Crossplane's fields are in spec.crossplane.
inline bool IsModern(CompositeForm form) {
  return form == CompositeForm::kNamespaced || form == CompositeForm::kCluster;
}

// Returns whether Crossplane itself writes that field of spec of a composite.
bool IsWrittenByCrossplane(absl::string_view field);

// Returns the form in words: `namespaced composite`, `claim`.
absl::string_view FormWords(CompositeForm form);

// `schema` is the openAPIV3Schema of a version of the definition. The pool keeps the
// result.
Value CompositeSchema(const Value& definition, const Value& schema,
                      CompositeForm form, Pool* pool);

// Returns the location of a field of Crossplane that is unknown in `parent`, which is
// "spec" or "spec.crossplane": compositionRef is in spec.crossplane in a modern
// composite, and in spec in a legacy one. "": the field does not exist.
std::string WhereItMoved(CompositeForm form, absl::string_view parent,
                         absl::string_view member);

}  // namespace loom
