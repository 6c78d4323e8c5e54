// SPDX-License-Identifier: Apache-2.0
// LintFinding is one finding of `function-loom lint`, with its rule and its location in
// the file. LintFindings collects findings.
//
//   LintFindings findings;
//   findings.Add("composition/mode", document, "spec.mode", "is Resources");
//
// An error fails in a cluster, or certainly has no effect. A warning is about something
// that works today but is probably not intended. A suspicion that cannot be proved is
// not a finding.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/strings.h"
#include "tools/yaml/reader.h"

namespace loom {

enum class LintSeverity { kOff, kWarning, kError };

// Another location that a finding refers to.
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

struct LintFinding {
  std::string rule;
  LintSeverity severity = LintSeverity::kError;
  size_t file = 0;  // the index of the file, in the order in which it was read
  YamlPosition position;
  std::string path;  // in the document
  std::string message;
  std::string help;        // "" for none
  std::string field = {};  // of the composite, that its definition lacks
  std::vector<RelatedPlace> related;
  // Whether the finding is a warning although the findings of its rule are errors.
  bool mild = false;
  std::optional<TextFix> fix;
  bool suppressed = false;
  std::string reason;  // the author's reason for suppressing it
};

// A document of a file, with its kind as lint classifies it.
struct LintDocument {
  enum class Kind {
    kComposition,
    kOperation,  // one of tools/pipeline/composition.h
    kInput,
    kDefinition,  // an XRD or a CRD
    kFunction,
    kEnvironmentConfig,
    kComposite,
    kOther,  // not checked
  };
  const YamlDocument& yaml;
  size_t file;
  Kind kind;
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
    LintFinding& added = all_.emplace_back();
    added.rule = std::string(rule);
    added.file = file;
    added.position = std::move(position);
    added.path = std::string(path);
    added.message = std::string(message);
    added.help = std::string(help);
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

  std::vector<LintFinding>& all() { return all_; }
  const std::vector<LintFinding>& all() const { return all_; }

 private:
  std::vector<LintFinding> all_;
};

}  // namespace loom
