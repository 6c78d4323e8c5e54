// SPDX-License-Identifier: Apache-2.0
// ConvertDocument converts one document of a file: a Composition that uses
// function-environment-configs, function-extra-resources,
// function-patch-and-transform, function-auto-ready and function-sequencer, or no
// function at all. The text is changed in
// place, so that order and comments stay, then read again and compared with what
// the document has to become (tools/convert/native_tree.h). A text that is not that is
// not used. Lines that are new end as the first one of the document does.
//
//   LOOM_ASSIGN_OR_RETURN(DocumentResult result,
//                         ConvertDocument(text, rules));
//   bool changed = result.status == DocumentResult::Status::kConverted;
//
// A document that is no Composition is kUntouched, a List of Compositions kRefused, one in which there is nothing
// to do is kUnchanged. What cannot be converted is in the refusals; the rest of
// the document is converted nevertheless, where that is possible. With `rewrite`
// a text that cannot be changed in place is written anew, without its comments.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/yaml/nodes.h"
#include "tools/yaml/reader.h"

namespace loom {

struct ConvertRules {
  bool drop_in = false;  // the inputs of the replaced functions
  std::string function = "function-loom";
  std::string step = "loom";
  bool name_unnamed = false;
  bool rewrite = false;
  bool inlines =
      false;  // simple patches become values of templates (inline_patches.h)
};

struct DocumentResult {
  enum class Status {
    kUntouched,
    kUnchanged,
    kConverted,
    kRewritten,
    kRefused,
  };
  Status status = Status::kUntouched;
  std::string text;
  NodeRemarks remarks;
};

// `text` has one document. InvalidArgument: it is no YAML.
absl::StatusOr<DocumentResult> ConvertDocument(const std::string& text,
                                               const ConvertRules& rules);

// ConvertFile converts the Compositions of a file. Other documents of the file,
// and what stands between documents, stay as they are.
//
//   LOOM_ASSIGN_OR_RETURN(FileResult result,
//                         ConvertFile("composition.yaml", text, {}));
//   std::string converted = result.after;
//
// A file with a document that is no YAML is an error, as
// `composition.yaml:3:1: a tab cannot indent; use spaces`; so is one with a control
// character that is no tab and no end of a line, and not written as an escape.

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
