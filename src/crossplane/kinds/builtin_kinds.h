// SPDX-License-Identifier: Apache-2.0
// The built-in kinds need no lookup: the kinds of Kubernetes and Crossplane, and of the
// two providers that every platform has, kubernetes and helm. A resource may also be
// given in the singular, which is the kind in lower case.
//
// Kubernetes' own kinds have no definitions, so their versions are also listed here.
// BuiltinVersions of a group with definitions, such as pkg.crossplane.io, is empty.
#pragma once

#include "absl/types/span.h"
#include "crossplane/kinds/kinds.h"

namespace loom {

struct BuiltinKind {
  absl::string_view group;
  absl::string_view resource;
  absl::string_view kind;
  Scope scope;
  // The fields of an object besides apiVersion, kind and metadata, separated by spaces;
  // "" if unknown.
  absl::string_view members;
};

absl::Span<const BuiltinKind> BuiltinKinds();

// Returns nullptr if the table does not have the kind.
const BuiltinKind* FindBuiltinKind(const NamedKind& name);

absl::Span<const absl::string_view> BuiltinVersions(absl::string_view group);

bool IsOfKubernetes(absl::string_view group);

}  // namespace loom
