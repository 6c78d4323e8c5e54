// SPDX-License-Identifier: Apache-2.0
// A Finding is one thing that `function-loom lint` tells an author, with the rule
// that finds it and the place in the file. Findings collects them.
//
//   Findings findings;
//   findings.Add("composition/mode", document, "spec.mode", "is Resources");
//
// An error fails in a cluster, or certainly has no effect. A warning works today
// and is likely not meant. What cannot be proved is no finding.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "yaml/position.h"

namespace loom {

enum class LintSeverity { kOff, kWarning, kError };

// Another place that a finding speaks of.
struct RelatedPlace {
  std::string message;
  YamlPosition position;
};

struct Finding {
  std::string rule;
  LintSeverity severity = LintSeverity::kError;
  size_t file = 0;  // the index of the file, in the order in which it was read
  YamlPosition position;
  std::string path;  // in the document
  std::string message;
  std::string help;  // "" if there is none
  std::vector<RelatedPlace> related;
  bool suppressed = false;
  std::string reason;  // why it is suppressed, as the author says
};

// A document of a file, and what it is for lint.
struct LintDocument {
  enum class Kind {
    kComposition,
    kInput,
    kDefinition,  // an XRD or a CRD
    kFunction,
    kEnvironmentConfig,
    kComposite,
    kOther,  // not checked
  };
  YamlDocument yaml;
  size_t file;
  Kind kind;
};

class Findings {
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
    Finding& added = all_.emplace_back();
    added.rule = std::string(rule);
    added.file = file;
    added.position = std::move(position);
    added.path = std::string(path);
    added.message = std::string(message);
    added.help = std::string(help);
  }
  // Adds a place to the last finding.
  void Relate(absl::string_view message, YamlPosition position) {
    all_.back().related.push_back({std::string(message), std::move(position)});
  }

  std::vector<Finding>& all() { return all_; }
  const std::vector<Finding>& all() const { return all_; }

 private:
  std::vector<Finding> all_;
};

}  // namespace loom
