// SPDX-License-Identifier: Apache-2.0
// GoTree is the syntax tree of a Go template (text/template), as function-go-templating
// reads it. Text nodes are parts of the source that are left after trim markers
// (`{{-`, `-}}`) have removed the white space beside them.
//
//   {{- range $i, $zone := .spec.zones }}     kRange, variables {i, zone}, one command
//   name: {{ $zone | quote }}                 kText "\nname: ", kAction, kText "\n"
//   {{- end }}
//
// `else if` is a kIf inside of `otherwise`. `break` and `continue` are kBreak. Comments
// leave no node. ParseGoTemplate reports the first mistake with its offset in the text.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

struct GoPipeline;

struct GoOperand {
  enum class Kind {
    kDot,       // `.`, with fields: `.spec.size`
    kVariable,  // `$x.size`; the text of `$` is ""
    kFunction,  // a name
    kPipeline,  // `(…).size`
    kString,
    kNumber,
    kBool,
    kNil,
  };
  Kind kind = Kind::kDot;
  std::string text;
  std::vector<std::string> fields;
  std::shared_ptr<GoPipeline> pipeline;
  size_t offset = 0;
};

struct GoCommand {
  std::vector<GoOperand> operands;
};

struct GoPipeline {
  std::vector<std::string> variables;  // those that it sets, without `$`
  bool declares = false;               // `:=` and not `=`
  std::vector<GoCommand> commands;
  size_t offset = 0;
};

struct GoNode {
  enum class Kind { kText, kAction, kIf, kRange, kWith, kTemplate, kBreak };
  Kind kind = Kind::kText;
  std::string text;  // of kText, and the name of kTemplate
  size_t begin = 0;  // of the node in the source, and its end
  size_t end = 0;
  GoPipeline pipeline;
  std::vector<GoNode> body;
  std::vector<GoNode> otherwise;
};

struct GoTree {
  std::vector<GoNode> nodes;
  std::map<std::string, std::vector<GoNode>> defined;
};

struct GoMistake {
  size_t offset = 0;
  std::string message;
};

struct GoDelimiters {
  std::string left = "{{";
  std::string right = "}}";
};

// Returns nullopt, with the mistake, if the text is no template.
std::optional<GoTree> ParseGoTemplate(absl::string_view text,
                                      const GoDelimiters& delimiters,
                                      GoMistake* mistake);

}  // namespace loom
