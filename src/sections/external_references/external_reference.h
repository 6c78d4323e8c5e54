// SPDX-License-Identifier: Apache-2.0
// An ExternalReference is one entry of the list `externalReferences`: a field that
// refers to an object by its name in the cloud, as the fields of Config Connector do.
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
//     uniqueItems: true                       # for a list
//
// The field holds one reference or a list of them (RefForms). If a reference has a
// `kind`, the entry applies only if it is the entry's kind. So a field that may refer
// to several kinds has an entry for each. A kind without an entry is an error of the
// reference (entry_places.h).
//
// All paths to names are below status, because only a status proves that an object
// exists. Errors:
//
//   externalReferences[0].fallbackPaths[0]: Invalid value: "spec.resourceID": must be
//   below status
//   externalReferences[0].formats: Required value: no format of ComputeAddress is
//   known
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crossplane/call/lookup.h"
#include "crossplane/kinds/external_format.h"
#include "crossplane/kinds/kinds.h"
#include "data/fieldpath/path.h"
#include "language/input/fields.h"
#include "sections/shared/targets/target.h"

namespace loom {
// An ExternalName defines the names of the objects of a kind in their cloud, and the
// prefixes that people write before them:
//
//   kind: {apiVersion: compute.cnrm.cloud.google.com/v1beta1, kind: ComputeNetwork}
//   formats:                            # default: the known formats of the kind
//   - {host: compute.googleapis.com,    # (crossplane/kinds/kinds.h)
//      template: "projects/{project}/global/networks/{network}"}
//   trimPrefixes: Compute               # or a list of strings
//
//   name.Canonical("https://www.googleapis.com/compute/v1/projects/p/global/
//                   networks/n")        "projects/p/global/networks/n"
//   name.Canonical("networks/n")        nullopt
//
// `Compute` means the paths of Google's Compute API, with and without a host, in the
// versions v1, beta and v1beta1. If there are several formats, all are recognized.

struct ExternalName {
  ExternalFormats formats;
  std::vector<std::string> prefixes;

  // Reads the field trimPrefixes.
  static std::vector<std::string> ParsePrefixes(Fields& fields);

  // Returns the name without prefix and host; nullopt if it has no known format.
  std::optional<std::string> Canonical(absl::string_view text) const;
  // Returns the templates, for messages: `a/{b} or c/{d}`.
  std::string Templates() const;
  // Returns where the name differs from the format; "" if there are several formats.
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
  std::vector<Path> paths;  // of the names; the first that is set applies
  std::optional<Path> write_to;
  bool unique = false;

  static ExternalReference Parse(const Input& entry, Fields& root);

  // Adds what the reference reads.
  void AddReads(Reads* reads) const;
};

}  // namespace loom
