// SPDX-License-Identifier: Apache-2.0
// ComputedNames finds the names of the resources of one call whose templates compute
// them (ResourceName), for sections and expressions that refer to them by their id.
//
//   resources:
//   - {name: "${composite.spec.team}-namespace", id: namespace, template: {…}}
//   - {name: "${item.zone}Subnet", id: subnet, forEach: {…}, template: {…}}
//
//   NameOf("namespace")    "blue-namespace"
//   NameOf("subnet-a")     "aSubnet", for the item with the key a
//   NameOf("network")      "network"
//
// A resource that is observed under one of its aliases, and not under its name, keeps
// the alias as its name in Crossplane:
//
//   - {name: database, aliases: [db]}    NameOf("database") is "db" if db is observed
//
// The first alias under which a resource is observed is taken, unless another template
// of the step or an earlier step makes the resource of that name, or another template
// has taken it. If an earlier step desires a resource of the name itself, no alias is
// used.
//
// A name is computed when it is first asked for. Names may read the environment, which
// sections before `resources` and the patches of the environment change, so Settle
// forgets all names once these have run. A name that cannot be computed is an error
// where the resource is rendered. Until then, nothing is found under its id.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "sections/resources/template.h"

namespace loom {

// The templates of an input whose names differ from what the input calls them.
class NamedTemplates {
 public:
  NamedTemplates() = default;
  // The templates must not move. Only those of which Crossplane may know a resource by
  // another name are found.
  explicit NamedTemplates(const std::vector<Template>& templates);

  const std::vector<Template>& all() const { return *all_; }
  bool empty() const { return singles_.empty() && loops_.empty(); }
  // Return nullptr if there is none.
  const Template* Single(absl::string_view id) const;
  const std::vector<const Template*>& loops() const { return loops_; }

 private:
  const std::vector<Template>* all_ = nullptr;
  std::map<absl::string_view, const Template*> singles_;
  std::vector<const Template*> loops_;
};

class ComputedNames final : public CallNames {
 public:
  explicit ComputedNames(const NamedTemplates& templates)
      : templates_(templates) {}

  absl::string_view NameOf(absl::string_view id, Call& call) override;

  // Returns the name in Crossplane, with the errors of ResourceName.
  absl::StatusOr<absl::string_view> Find(const Template& the_template,
                                         const LoopItem* item, Call& call);
  void Settle(Call& call);
  // Sets the name of a resource that is rendered. The characters outlive the call.
  void Set(absl::string_view id, absl::string_view name) {
    known_.insert_or_assign(id, name);
  }

 private:
  // A template, and the key of an item.
  using Maker = std::pair<const Template*, absl::string_view>;

  std::vector<LoopItem> ItemsOf(const Template& loop, Call& call);
  void AddItems(const Template& loop, Call& call);
  void AddMakers(Call& call);
  bool IsTaken(absl::string_view alias, const Maker& by, Call& call);

  const NamedTemplates& templates_;
  std::map<absl::string_view, absl::string_view> known_;
  std::set<const Template*> listed_;  // loops whose items were looked for
  // What makes the resources of these names. Found when an alias is observed.
  std::optional<std::set<std::pair<absl::string_view, Maker>>> makers_;
  std::map<absl::string_view, Maker> takers_;  // of aliases
};

// The names of a call whose input has NamedTemplates.
inline ComputedNames& NamesOf(Call& call) {
  return static_cast<ComputedNames&>(*call.names);
}

}  // namespace loom
