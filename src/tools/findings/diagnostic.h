// SPDX-License-Identifier: Apache-2.0
// Diagnostic says that something is wrong, or worth knowing, at a location in a file. It
// is an error of a Composition or an input, a finding of `lint`, a note of `render`, or a
// remark of `convert`.
//
//   Diagnostic mode{.position = Locate(document, "spec.mode"),
//                   .path = "spec.mode",
//                   .message = "is Resources"};
//   std::string text = TextOf(mode);  // composition.yaml:7:9: spec.mode: is Resources
//
// No reader searches a message for words: what has been reported is found by its location,
// or by its rule and subject.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tools/yaml/reader.h"

namespace loom {

enum class DiagnosticSeverity { kOff, kWarning, kError };

// Another location that a diagnostic refers to.
struct RelatedPlace {
  std::string message;
  YamlPosition position;
};

// A replacement for a part of a file. The offsets are in bytes.
struct TextFix {
  size_t start = 0;
  size_t end = 0;
  std::string text;
};

struct Diagnostic {
  std::string rule = {};  // a row of tools/checks/rule_table.h; "" for none
  DiagnosticSeverity severity = DiagnosticSeverity::kError;
  // The index of the file, in the order in which `lint` reads files.
  size_t file = 0;
  YamlPosition position = {};  // without a file: there is no location
  std::string path = {};       // in the document or the input
  std::string message = {};
  std::string help = {};  // "" for none
  // What it is about, besides its location: a field of the composite.
  std::string subject = {};
  std::vector<RelatedPlace> related = {};
  // Whether it is a warning although the findings of its rule are errors.
  bool mild = false;
  std::optional<TextFix> fix = {};
  bool suppressed = false;
  std::string reason = {};  // the author's reason for suppressing it
};

using Diagnostics = std::vector<Diagnostic>;

// Returns `file:line:column: path: message`, and the help on a line of its own.
std::string TextOf(const Diagnostic& diagnostic);

// FailedPrecondition: there are some; the message has all of them.
absl::Status ErrorOf(const Diagnostics& all);

// Returns whether there is one with the same location and path, or with the same rule and
// subject.
bool HasPlaceOf(const Diagnostics& all, const Diagnostic& other);
bool HasSubjectOf(const Diagnostics& all, const Diagnostic& other);

// Sorts by file and position. Of equal ones, such as those in a patch set that two
// resources use, one stays.
void Order(Diagnostics* all);

}  // namespace loom
