// SPDX-License-Identifier: Apache-2.0
// ConvertDocument converts one document of a file: a Composition that uses
// function-environment-configs, function-extra-resources, function-patch-and-transform,
// function-auto-ready and function-sequencer, or no function at all. Templates of
// function-go-templating become native steps first (go_template/go_template_steps.h). It changes the
// document in-place (tools/yaml/edit.h), so that order and comments stay, then reads the
// result again and compares it with the value that it must have. A result that differs
// is not used. New lines end as the first line of the document does.
//
//   LOOM_ASSIGN_OR_RETURN(DocumentResult result,
//                         ConvertDocument(text, rules));
//   bool changed = result.status == DocumentResult::Status::kConverted;
//
// A document that is not a Composition is kUntouched, a List of Compositions is
// kRefused, and a document without anything to convert is kUnchanged. The refusals list
// the parts that cannot be converted; the rest of the document is still converted where
// possible. With `rewrite`, a document that cannot be changed in-place is written from its
// tree, without its comments.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/findings/diagnostic.h"
#include "tools/yaml/nodes.h"

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

// Converts `text`, which has one document. InvalidArgument: it is not YAML.
absl::StatusOr<DocumentResult> ConvertDocument(const std::string& text,
                                               const ConvertRules& rules);

// ConvertFile converts the Compositions of a file. Other documents of the file, and the
// lines between documents, stay as they are.
//
//   LOOM_ASSIGN_OR_RETURN(FileResult result,
//                         ConvertFile("composition.yaml", text, {}));
//   std::string converted = result.after;
//
// A file with a document that is not YAML is an error, such as `composition.yaml:3:1: a
// tab cannot indent; use spaces`. So is a file with a control character other than tabs
// and line ends, unless it is written as an escape.

struct FileResult {
  enum class Status { kUnchanged, kConverted, kRewritten, kRefused };

  std::string name;
  Status status = Status::kUnchanged;
  std::string before;
  std::string after;
  Diagnostics notes;
  Diagnostics refusals;
};

absl::StatusOr<FileResult> ConvertFile(const std::string& name,
                                       const std::string& text,
                                       const ConvertRules& rules);

}  // namespace loom
