// SPDX-License-Identifier: Apache-2.0
// An Identity is one entry of the list `identities`: the name of a composed resource in
// its cloud, and the fields of the resource that are parts of the name.
//
// For a template with forEach, each item has a name, which is published below publishTo
// under its key: status.externalRefs.workerPool.a. A name stays there when its item is
// removed.
//
// The fields must give every variable of at least one template. With serverGenerated,
// the cloud generates the last variable of a template: it needs no field, and its
// default is not used. All formats are recognized. The fields form the last format
// whose variables are all known. The fields belong to the user: a reference that writes
// one of them from the status of the same resource is refused.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "crossplane/kinds/external_format.h"
#include "data/fieldpath/path.h"
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

  // Returns the variable that the cloud generates; "" if there is none.
  std::string Generated(const ExternalFormat& format) const {
    return server_generated ? format.variables().back() : "";
  }
};

std::vector<Identity> ParseIdentities(Fields& input);

}  // namespace loom
