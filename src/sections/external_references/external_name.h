// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crossplane/kinds/external_format.h"
#include "language/input/fields.h"

namespace loom {

struct ExternalName {
  std::vector<ExternalFormat> formats;
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

}  // namespace loom
