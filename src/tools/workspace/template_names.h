// SPDX-License-Identifier: Apache-2.0
// TemplateNames knows the names of the composed resources of a pipeline, as far as they are
// known before a list has items.
//
//   TemplateNames names;
//   names.AddPipeline(Dig(documents[0].root, {"spec", "pipeline"}));
//   if (names.is_complete() && !names.Has("netwrok")) {
//     std::cout << names.AdviceFor("netwrok");  // did you mean network?
//   }
//
//   a template `network`               network
//   a template `topic` with forEach    topic-KEY, but not topic
//   a computed name ${…}-topic         its id, and what may be such a name
//   dependencies                       names that end with -dependency
//   connection details                 names with `connection`
//   references, externalValues         a name of a template with something behind it
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/go/regexp.h"
#include "data/value/value.h"

namespace loom {

// Returns whether a step may make resources, or write to the composite, in a way that no
// input that this program implements shows.
bool MayMakeResources(const Value& step);

class TemplateNames {
 public:
  // Adds the templates of an input.
  void Add(const Value& input);
  // Adds those of all steps. What is no list of steps may make any resource.
  void AddPipeline(const Value* steps);
  // Adds a resource that exists without a template.
  void AddOther(std::string name) { names_.push_back(std::move(name)); }

  // Whether no step makes resources whose names are unknown.
  bool is_complete() const { return is_complete_; }
  const std::vector<std::string>& all() const { return names_; }
  // The templates with forEach.
  const std::vector<std::string>& loops() const { return loops_; }

  // Whether a resource may have the name. The name of a loop counts as well.
  bool Has(const std::string& name) const;
  // Whether there is a computed name whose beginning a regular expression may match.
  bool MayMatchComputed(const Regexp& pattern) const;
  // Whether only the items of a loop have the name, each with its key behind it.
  bool IsLoop(const std::string& name) const;
  // Returns the name of the template that makes a resource; "" if it is unknown.
  std::string TemplateOf(absl::string_view resource) const;
  // Returns what was probably meant by a name that no resource has, or which names there
  // are: "did you mean network?", "there are database, network".
  std::string AdviceFor(const std::string& name) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::string> loops_;
  // The constant beginnings and ends of computed names, with the ids of the templates.
  struct Computed {
    std::string begin;
    std::string end;
    std::string id;
  };
  static Computed EndsOf(absl::string_view name);

  std::vector<Computed> computed_;
  bool has_secrets_ = false;
  bool has_references_ = false;
  bool is_complete_ = true;
};

}  // namespace loom
