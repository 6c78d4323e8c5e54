// SPDX-License-Identifier: Apache-2.0
// RenderOptions is what `function-loom render` is told on its command line. The
// flags are those of `crossplane render`; what names files may be given more
// than once.
//
//   render xr.yaml composition.yaml -e required.yaml -r
//   render xr.yaml composition.yaml --context-values=region='"eu"'
//
// One that fails: `render xr.yaml` (no COMPOSITION).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace loom {

struct RenderOptions {
  bool help = false;
  bool quiet = false;

  std::string composite;
  std::string composition;
  std::string functions;  // may be empty

  std::vector<std::string> observed;
  // --required-resources and --extra-resources alike.
  std::vector<std::string> required;
  std::vector<std::string> credentials;
  // Key and file, key and YAML.
  std::vector<std::pair<std::string, std::string>> context_files;
  std::vector<std::pair<std::string, std::string>> context_values;

  // Annotations that every function gets.
  std::vector<std::pair<std::string, std::string>> annotations;
  std::vector<std::string> skip;

  bool results = false;
  bool full_composite = false;
  bool context = false;
  absl::Duration timeout = absl::Minutes(1);
};

// Reads the arguments behind `render`. InvalidArgument: a line for the user,
// and further ones with advice.
absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments);

// What `render --help` prints.
std::string RenderHelp();

}  // namespace loom
