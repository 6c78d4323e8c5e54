// SPDX-License-Identifier: Apache-2.0
// The kinds that need no look-up: those of Kubernetes and Crossplane, and of the
// two providers that every platform has, kubernetes and helm.
//
//   FindBuiltinKind({.version = "v1", .resource = "configmaps"})
//       the row of ConfigMap
//   FindBuiltinKind({.group = "apps", .version = "v1", .kind = "Deployment"})
//       the row of Deployment
//   FindBuiltinKind({.group = "example.org", .version = "v1", .kind = "Shop"})
//       nullptr
//
// A resource may also be given in the singular, which is the kind in lower case.
//
// Kubernetes' own kinds have no definitions, so their versions are here, too:
//
//   BuiltinVersions("autoscaling")                   {"v1", "v2"}
//   BuiltinVersions("pkg.crossplane.io")             {}, whatever its definitions
//                                                    serve
#pragma once

#include "absl/types/span.h"
#include "crossplane/kinds/kinds.h"

namespace loom {

struct BuiltinKind {
  absl::string_view group;
  absl::string_view resource;
  absl::string_view kind;
  Scope scope;
  // What an object has beside apiVersion, kind and metadata, with spaces between; "" if
  // the table does not say.
  absl::string_view members;
};

absl::Span<const BuiltinKind> BuiltinKinds();

// nullptr if the table does not have it.
const BuiltinKind* FindBuiltinKind(const NamedKind& name);

absl::Span<const absl::string_view> BuiltinVersions(absl::string_view group);

// Whether the kinds of the group are Kubernetes' own.
bool IsOfKubernetes(absl::string_view group);

}  // namespace loom
