// SPDX-License-Identifier: Apache-2.0
// LintFindings collects the findings of `function-loom lint`, each with its rule and its
// location in the file.
//
//   LintFindings findings;
//   findings.Add("composition/mode", checked, "spec.mode", "is Resources");
//
// An error fails in a cluster, or certainly has no effect. A warning is about something
// that works today but is probably not intended. A suspicion that cannot be proved is
// not a finding.
#pragma once

#include <cstddef>
#include <utility>

#include "absl/strings/string_view.h"
#include "tools/findings/diagnostic.h"
#include "tools/yaml/reader.h"

namespace loom {

// What lint takes a document for.
enum class DocumentKind {
  kComposition,
  kOperation,  // one of tools/workspace/composition.h
  kInput,
  kDefinition,  // an XRD or a CRD
  kFunction,
  kEnvironmentConfig,
  kComposite,
  kTest,   // a test that `function-loom test` plays
  kOther,  // not checked
};

struct LintDocument {
  const YamlDocument& yaml;
  size_t file;
  DocumentKind kind;
};

class LintFindings {
 public:
  void Add(absl::string_view rule, const LintDocument& document,
           absl::string_view path, absl::string_view message,
           absl::string_view help = "", YamlPart part = YamlPart::kValue) {
    AddAt(rule, document.file, Locate(document.yaml, path, part), path, message,
          help);
  }
  void AddAt(absl::string_view rule, size_t file, YamlPosition position,
             absl::string_view path, absl::string_view message,
             absl::string_view help = "") {
    all_.push_back({.rule = std::string(rule),
                    .file = file,
                    .position = std::move(position),
                    .path = std::string(path),
                    .message = std::string(message),
                    .help = std::string(help)});
  }
  // Adds a related location to the last finding.
  void Relate(absl::string_view message, YamlPosition position) {
    all_.back().related.push_back({std::string(message), std::move(position)});
  }

  // Sets the fix of the last finding: replace `text` at its position by `with`. Quotes
  // around it are kept. If the file has something else there, sets nothing.
  void Replace(const LintDocument& document, absl::string_view text,
               absl::string_view with) {
    const absl::string_view file = document.yaml.nodes().text();
    size_t start = all_.back().position.offset;
    if (start >= file.size()) return;
    if (file[start] == '"' || file[start] == '\'') ++start;
    if (file.substr(start, text.size()) != text) return;
    all_.back().fix = {start, start + text.size(), std::string(with)};
  }

  Diagnostics& all() { return all_; }
  const Diagnostics& all() const { return all_; }

 private:
  Diagnostics all_;
};

}  // namespace loom
