// SPDX-License-Identifier: Apache-2.0
// RenderOptions holds the arguments of `function-loom render`. The flags are those of
// `crossplane render`. A flag that names a file can be given several times.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "command_line/help.h"
#include "tools/inputs/kubectl.h"
#include "tools/run/runtimes.h"

namespace loom {

enum class RenderFormat { kYaml, kJson };

struct RenderOptions {
  bool help = false;
  bool quiet = false;
  bool strict = false;
  // Whether objects of directories are also noted if no function requests them.
  bool notes_all_objects = false;

  std::string composite;
  // If the first file is an Operation, this is empty or FUNCTIONS.
  std::string composition;
  // The output of `function-loom gather`, instead of all files; may be empty.
  std::string from;
  // Whether `composite` is KIND[.GROUP]/NAME in a cluster, which has everything else,
  // too.
  bool cluster = false;
  ClusterOptions where;
  // A composite that replaces the one of `from` or the cluster; may be empty.
  std::string changed_composite;

  // A recorded request, instead of all files; may be empty.
  std::string request;

  // The object that a WatchOperation watches; may be empty.
  std::string watched;
  // FUNCTIONS, --function-annotations, --function-address and --skip.
  RuntimeOptions runtimes;

  std::vector<std::string> observed;
  // Files of --required-resources and of --extra-resources.
  std::vector<std::string> required;
  // The definition (XRD) of the composite; may be empty.
  std::string definition;
  // Directories of --required-schemas.
  std::vector<std::string> schemas;
  std::vector<std::string> credentials;
  // Pairs of a key and a file, and pairs of a key and a YAML value.
  std::vector<std::pair<std::string, std::string>> context_files;
  std::vector<std::pair<std::string, std::string>> context_values;

  // The given flags of later versions of `crossplane render` that have no effect here,
  // because nothing has to be started or downloaded.
  std::vector<std::string> without_effect;

  // The file of the expected output, which is compared instead of printed; may be
  // empty. With `subset` it may be incomplete.
  std::string expected;
  bool subset = false;
  // Whether the output is compared with the objects in the cluster.
  bool against_cluster = false;
  // The pattern that a FATAL result must match; may be empty.
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

// Reads the arguments after `render`. InvalidArgument: an argument is invalid; the
// first line of the message names it, further lines give advice.
absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments);

// Does the same for another command that takes the flags of render. `page` is the page
// of that command, to which messages refer.
absl::StatusOr<RenderOptions> ParseRenderOptions(
    const std::vector<std::string>& arguments, const HelpPage& page);

HelpPage RenderHelp();

}  // namespace loom
