// SPDX-License-Identifier: Apache-2.0
// RenderOptions are the arguments of `function-loom render`. The flags are those of `crossplane render`. A flag that names a file may be given
// several times.
//
//   render xr.yaml composition.yaml -e required.yaml -r
//   render xr.yaml composition.yaml --context-values=region='"eu"'
//
// A command line that fails: `render xr.yaml`, which has no COMPOSITION.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "command_line/help.h"
#include "tools/inputs/kubectl.h"
#include "tools/pipeline/runtimes.h"

namespace loom {

enum class RenderFormat { kYaml, kJson };

struct RenderOptions {
  bool help = false;
  bool quiet = false;
  bool strict = false;

  std::string composite;
  // Empty, or FUNCTIONS, if the first file is an Operation.
  std::string composition;
  // What `function-loom gather` wrote, in place of all files; may be empty.
  std::string from;
  // Whether `composite` is KIND[.GROUP]/NAME in a cluster, and all else comes from there.
  bool cluster = false;
  ClusterOptions where;
  // A composite that takes the place of the one of `from` or the cluster; may be empty.
  std::string changed_composite;

  // A recorded request in place of all files; may be empty.
  std::string request;

  // What a WatchOperation watches; may be empty.
  std::string watched;
  // FUNCTIONS, --function-annotations and --skip.
  RuntimeOptions runtimes;

  std::vector<std::string> observed;
  // Files of --required-resources and of --extra-resources.
  std::vector<std::string> required;
  // The definition (XRD) of the composite; may be empty.
  std::string definition;
  // Directories of --required-schemas.
  std::vector<std::string> schemas;
  std::vector<std::string> credentials;
  // Pairs of a key and a file, and pairs of a key and YAML text.
  std::vector<std::pair<std::string, std::string>> context_files;
  std::vector<std::pair<std::string, std::string>> context_values;

  // The flags of later `crossplane render`s that were given and do nothing here:
  // there is nothing to start or to download.
  std::vector<std::string> without_effect;

  // The file of what is expected to be rendered, which is compared instead of
  // printing; may be empty. With `subset` it may hold less.
  std::string expected;
  bool subset = false;
  // Whether it is compared with what the cluster has.
  bool against_cluster = false;
  // What a FATAL result has to match; may be empty.
  std::string expected_fatal;

  RenderFormat format = RenderFormat::kYaml;
  bool results = false;
  bool full_composite = false;
  bool context = false;
  bool show_secrets = false;
  bool timings = false;
  bool watch = false;
  absl::Duration timeout = absl::Minutes(1);
};

// Reads the arguments that follow `render`. InvalidArgument: an argument is
// wrong; the first line of the message says which, further lines give advice.
absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments);

// The same for a command that takes the flags of render and some more, which messages
// speak of: `page` is that of the command.
absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments, const HelpPage& page);

// What `render --help` prints.
HelpPage RenderHelp();

}  // namespace loom
