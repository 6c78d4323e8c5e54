// SPDX-License-Identifier: Apache-2.0
// ConvertFile converts the Compositions of a file. Other documents of the file,
// and what stands between documents, stay as they are.
//
//   LOOM_ASSIGN_OR_RETURN(FileResult result,
//                         ConvertFile("composition.yaml", text, {}));
//   std::string converted = result.after;
//
// A file with a document that is no YAML is an error, as
// `composition.yaml:3:1: a tab cannot indent; use spaces`.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/convert/converter.h"
#include "tools/yaml/position.h"

namespace loom {

// A NodeRemark in a file.
struct FileRemark {
  std::string message;
  std::string help;
  YamlPosition position;
  std::string path;  // spec.pipeline[1].input
};

struct FileResult {
  enum class Status { kUnchanged, kConverted, kRewritten, kRefused };

  std::string name;
  Status status = Status::kUnchanged;
  std::string before;
  std::string after;
  std::vector<FileRemark> notes;
  std::vector<FileRemark> refusals;
};

absl::StatusOr<FileResult> ConvertFile(const std::string& name,
                                       const std::string& text,
                                       const ConvertRules& rules);

}  // namespace loom
