// SPDX-License-Identifier: Apache-2.0
// RenderLoop renders a template with forEach (ForEach): once for each item, in the
// order of their keys.
//
//   forEach: {items: composite.spec.zones}, zones [b, a]    subnet-a, subnet-b
//   zones []                                                none: what exists is deleted
//
// What happens while the list is pending depends on whether the template has made
// anything, which the annotation of observed composed resources tells (IsItemOf):
//
//   none is observed     nothing is rendered, and the composite is not ready; nor does
//                        one count that an earlier step desires
//   some are observed    FATAL, because all of them would be deleted:
//                        the list of subnet is gone, and with it 2 resources; an empty
//                        list says so: resources[0].forEach.items: 1:15: no such key …
//
// An item must not have the name that another template of the step has (TakenNames),
// whichever of the two comes first in the list. Otherwise the call is FATAL:
//
//   resources[1].forEach: item 0 has the name "net-a", which resources[0] has, too
//
// The rules are ours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "language/input/rules.h"
#include "sections/resources/template.h"

namespace loom {
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

// `taken` has the names of all templates of the step.
absl::Status RenderLoop(const Template& the_template, const TakenNames& taken,
                        const Rules& rules, Call& call, Outcome* outcome);

}  // namespace loom
