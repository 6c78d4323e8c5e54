// SPDX-License-Identifier: Apache-2.0
// The well-known shapes of external references: those of Google Cloud, as Config
// Connector's kinds have them, and those of AWS, as ACK's have them.
//
//   FindBuiltinFormat("compute.cnrm.cloud.google.com", "ComputeNetwork")
//       host compute.googleapis.com
//       template projects/{project}/global/networks/{network}
//       path status.externalRef
//
// Sources: the names of Google's Cloud Asset Inventory, and the ARNs of AWS' Service
// Authorization Reference. An entry of `kinds` in the input wins over a row.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

struct BuiltinFormat {
  absl::string_view group;
  absl::string_view kind;
  absl::string_view host;  // "": texts have none
  absl::string_view text;
  absl::string_view short_form = "";

  // Where an object has its reference.
  absl::string_view path() const;
};

absl::Span<const BuiltinFormat> BuiltinFormats();

// nullptr if the table does not have it.
const BuiltinFormat* FindBuiltinFormat(absl::string_view group,
                                       absl::string_view kind);

}  // namespace loom
