// SPDX-License-Identifier: Apache-2.0
// ConvertGoTemplate converts an inline template to a native input.
//
//   resources that convert      `resources`, `status`, … of the native input
//   documents that do not       `rest`: a template with nothing else, which the old
//                               step keeps, with the reasons as comments
//
// Each part is read as an input of its own first. What the native input refuses also
// stays in the rest.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/convert/go_template/resource_document.h"
#include "tools/convert/go_template/template_tree.h"

namespace loom {

struct GoRefusal {
  size_t offset = 0;  // in the template
  std::string message;
};

struct GoConversion {
  // The fields of the native input without `readiness`; "" if nothing is converted.
  std::string lines;
  std::string readiness;  // the section; "" for none
  // The section if it also replaces function-auto-ready; "" if it cannot.
  std::string readiness_of_all;
  std::string rest;      // "" if everything is converted
  size_t converted = 0;  // documents
  size_t comments = 0;   // lines that are lost
  std::vector<GoRefusal> refusals;
  std::vector<std::string> notes;  // what is different, beside what always is
  bool has_resources =
      false;  // that a step of function-auto-ready would look at
};

// Indents each line that is not empty.
std::string IndentLines(absl::string_view lines, size_t margin);

GoConversion ConvertGoTemplate(const std::string& text,
                               const GoDelimiters& delimiters,
                               const GoComposite& composite);

}  // namespace loom
