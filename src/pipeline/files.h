// SPDX-License-Identifier: Apache-2.0
// Files as the command line names them: a YAML or JSON file of any number of
// documents, a directory (its *.yaml, *.yml and *.json in the order of their
// names; hidden ones and folders below it are left out), or `-` for stdin.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "value/value.h"
#include "yaml/reader.h"

namespace loom {

class Files {
 public:
  // Trees live as long as the pool.
  Files(std::istream& in, Pool* pool) : in_(in), pool_(pool) {}

  // InvalidArgument: nothing there, not to be read, no YAML.
  absl::StatusOr<std::vector<YamlDocument>> Read(const std::string& path);

  // The one object of a file. InvalidArgument too: a directory, no object, a
  // second document (which it names).
  absl::StatusOr<YamlDocument> ReadOne(const std::string& path);

  // The objects of all the paths.
  absl::StatusOr<std::vector<YamlDocument>> ReadAll(
      const std::vector<std::string>& paths);

 private:
  absl::StatusOr<std::vector<YamlDocument>> ReadFile(const std::string& path);

  std::istream& in_;
  Pool* pool_;
};

}  // namespace loom
