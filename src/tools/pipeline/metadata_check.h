// SPDX-License-Identifier: Apache-2.0
// FindMetadataMistakes finds what the API server refuses in the metadata of an object:
// names, labels and annotations that are no texts. YAML reads n, y, on and off as booleans
// and 1.10 as a number.
//
//   metadata: {name: n, labels: {tier: 1}}
//       metadata.name: Invalid value: want a string, got a boolean
//       metadata.labels.tier: Invalid value: want a string, got a number
//
// The rules are Kubernetes'. A null is as good as nothing.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/yaml/reader.h"

namespace loom {

struct MetadataMistake {
  std::vector<std::string> path;
  std::string message;
  std::string help;  // may be empty
};

std::vector<MetadataMistake> FindMetadataMistakes(const Value& object);

// InvalidArgument: all mistakes of the document, each with its place and what to do.
absl::Status CheckMetadata(const YamlDocument& document);

}  // namespace loom
