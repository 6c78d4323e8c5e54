// SPDX-License-Identifier: Apache-2.0
// An ExternalReference is one entry of the list `externalReferences`: a field that
// refers to an object by the name that its cloud knows it by, as the fields of
// Config Connector do.
//
//   externalReferences:
//   - target: {resource: trigger, field: spec.networkRef}   # or resourceSelector
//     kind: {apiVersion: compute.cnrm.cloud.google.com/v1beta1,
//            kind: ComputeNetwork}
//     formats: […]                            # ExternalName
//     trimPrefixes: Compute
//     externalRefPath: status.externalRef     # the default
//     fallbackPaths: [status.selfLink]
//     writeTo: spec.forProvider.network       # default: the field's `external`
//     uniqueItems: true                       # of a list
//
// The field holds one reference or a list of them (RefForms). An entry whose
// field has a `kind` counts only if it is the entry's, so a field that may refer to
// several kinds has an entry for each; a kind of no entry is an error of the
// reference (entry_places.h).
//
// All paths to names are below status, because only that proves that an object
// exists. Mistakes:
//
//   externalReferences[0].fallbackPaths[0]: Invalid value: "spec.resourceID": must be
//   below status
//   externalReferences[0].formats: Required value: no format of ComputeAddress is
//   known
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crossplane/kinds/external_format.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "language/input/fields.h"
#include "sections/shared/targets/target.h"
#include "sections/shared/values_from/object_source.h"

namespace loom {
// An ExternalName says how the objects of a kind are named in their cloud, and which
// prefixes people write before it:
//
//   kind: {apiVersion: compute.cnrm.cloud.google.com/v1beta1, kind: ComputeNetwork}
//   formats:                            # default: those known of the kind
//   - {host: compute.googleapis.com,    # (crossplane/kinds/kinds.h)
//      template: "projects/{project}/global/networks/{network}"}
//   trimPrefixes: Compute               # or a list of texts
//
//   name.Canonical("https://www.googleapis.com/compute/v1/projects/p/global/
//                   networks/n")        "projects/p/global/networks/n"
//   name.Canonical("networks/n")        nullopt
//
// `Compute` stands for the paths of Google's Compute API, with and without a host,
// in the versions v1, beta and v1beta1. Of several formats all are understood.

struct ExternalName {
  ExternalFormats formats;
  std::vector<std::string> prefixes;

  // Reads the member trimPrefixes.
  static std::vector<std::string> ParsePrefixes(Fields& fields);

  // The text without prefix and host; nullopt if it has no known format.
  std::optional<std::string> Canonical(absl::string_view text) const;
  // The templates, for messages: `a/{b} or c/{d}`.
  std::string Templates() const;
  // Where the text differs from the last format; "" if there are several.
  std::string Difference(absl::string_view text) const;

 private:
  absl::string_view Trimmed(absl::string_view text) const;
};

struct ExternalReference {
  std::string place;
  Target target;
  Path field;
  WantedKind kind;
  ExternalName name;
  std::vector<Path> paths;  // of the names, the first that is set counts
  std::optional<Path> write_to;
  bool unique = false;

  static ExternalReference Parse(const Input& entry, Fields& root);

  // Adds what it reads.
  void AddReads(Reads* reads) const;
};

}  // namespace loom
