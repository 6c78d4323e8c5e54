// SPDX-License-Identifier: Apache-2.0
// An Identity is one entry of the list `identities`: the name of a composed resource in
// its cloud, and the fields of the resource that are parts of the name.
//
//   identities:
//   - resource: pool
//     formats:                              # or kind: {apiVersion: …, kind: …},
//     - host: cloudbuild.googleapis.com     # if its formats are known
//       template: "projects/{project}/locations/{location}/workerPools/{pool}"
//     from:
//       project: {fieldPath: spec.projectRef.external, trimPrefix: projects/}
//       location: {fieldPath: spec.location}
//       pool: {fieldPath: spec.resourceID, default: {fieldPath: metadata.name}}
//     serverGenerated: false
//     externalRefPaths: [status.externalRef]     # the default
//     publishTo: status.externalRefs.workerPool  # of the composite
//     onMismatch: Fatal                          # or Warn
//
// For a template with forEach, each item has a name, which is published below publishTo
// under its key: status.externalRefs.workerPool.a. A name stays there when its item is
// removed.
//
// The fields must give every variable of at least one template. With serverGenerated,
// the cloud generates the last variable of a template: it needs no field, and its
// default is not used. All formats are recognized. The fields form the last format
// whose variables are all known. Errors:
//
//   identities[0].from.pool: Required value: the template has the variable pool
//   identities[0].from.pol: Invalid value: no template has this variable, did you
//   mean "pool"?
//   identities[0].publishTo: Invalid value: "spec.x": must be below status
//   identities[1].publishTo: Invalid value: "status.id": is given twice
//   references[0].toFieldPath: spec.resourceID of "pool" belongs to the user and
//   cannot be written from its own status
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "crossplane/kinds/external_format.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "language/input/fields.h"

namespace loom {

// The field that holds the value of a variable.
struct IdentityField {
  Path path;
  std::string trim_prefix;
  std::optional<Path> fallback;  // the location if the path is not set

  static IdentityField Parse(const Input& input);
};

struct Identity {
  std::string place;  // in the input
  std::string resource;
  ExternalFormats formats;
  std::map<std::string, IdentityField> from;
  std::vector<Path> paths;  // of the observed resource
  Path publish_to;          // of the composite
  bool server_generated = false;
  bool fatal = true;
  // Whether a template with forEach renders it.
  bool has_items = false;

  static Identity Parse(const Input& entry, Fields& root);

  // Adds what the identity reads.
  void AddReads(Reads* reads) const;

  // Returns the variable that the cloud generates; "" if there is none.
  std::string Generated(const ExternalFormat& format) const {
    return server_generated ? format.variables().back() : "";
  }
};

// Returns the entries of the list.
std::vector<Identity> ParseIdentities(Fields& input);

}  // namespace loom
