// SPDX-License-Identifier: Apache-2.0
// Expansions says which composed resources the templates of a call make that do not make
// the one of their own name: a template with forEach makes one for each item, and one
// whose condition is false makes none.
//
//   call.expansions.Set("subnet", {"subnet-a", "subnet-b"});
//
//   call.expansions.Of("subnet")              {"subnet-a", "subnet-b"}
//   call.expansions.Of("vpc")                 nullptr: it makes vpc
//   call.expansions.TemplateOf("subnet-a")    "subnet"; of any other its own name
//
// A resource of an earlier step that a template would have changed or replaced, were its
// condition not false, is there all the same, and so it belongs to the template. Nothing
// of the template counts for it, such as its readiness checks:
//
//   call.expansions.PassOver("db");
//
//   call.expansions.PassesOver("db")          true
//
// Where an entry of the input names a template, it means all of these. A template whose
// list is not known yet has none, so what depends on it waits for its own name.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

class Expansions {
 public:
  // In the order of the names. All characters outlive the call.
  void Set(absl::string_view name, std::vector<absl::string_view> resources) {
    for (absl::string_view resource : resources) templates_[resource] = name;
    by_template_.insert_or_assign(name, std::move(resources));
  }

  // nullptr: the template makes the resource of its own name.
  const std::vector<absl::string_view>* Of(absl::string_view name) const {
    auto found = by_template_.find(name);
    return found == by_template_.end() ? nullptr : &found->second;
  }

  absl::string_view TemplateOf(absl::string_view resource) const {
    auto found = templates_.find(resource);
    return found == templates_.end() ? resource : found->second;
  }

  void PassOver(absl::string_view resource) { passed_over_.insert(resource); }
  bool PassesOver(absl::string_view resource) const {
    return passed_over_.contains(resource);
  }

  // How many resources they are, of all templates.
  size_t size() const { return templates_.size(); }

 private:
  std::map<absl::string_view, std::vector<absl::string_view>> by_template_;
  std::map<absl::string_view, absl::string_view> templates_;
  std::set<absl::string_view> passed_over_;
};

}  // namespace loom
