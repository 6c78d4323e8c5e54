// SPDX-License-Identifier: Apache-2.0
// TakenNames says which template of a step has the logical name of a composed resource.
// A resource that is made under a name that is taken would replace the other one.
//
//   resources:
//   - {name: net-a, base: {…}}
//   - {name: net, forEach: {items: composite.spec.zones}, base: {…}}    # a, b
//
//   By("net-a")    "resources[0]", before the loop is rendered and after it
//   By("net-b")    "an item of resources[1]", after it
//   By("net-c")    ""
//
// A template without forEach has its name whatever its condition says, as the input may
// give a name only once. An item has its name if it is rendered or withheld, so two
// templates may share a list by their conditions. Names of earlier steps are free,
// because a step may replace what these desire. The rule is ours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/call/expansions.h"
#include "sections/resources/template.h"

namespace loom {

class TakenNames {
 public:
  // Takes the names of the list.
  void Fill(const std::vector<Template>& templates);

  // Who has the name; "": nobody. `expansions` has the loops that are rendered already.
  std::string By(absl::string_view name, const Expansions& expansions) const;

 private:
  // Of the templates without and with forEach, their indices by their names.
  std::map<std::string, size_t, std::less<>> resources_;
  std::map<std::string, size_t, std::less<>> loops_;
};

}  // namespace loom
