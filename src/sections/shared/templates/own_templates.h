// SPDX-License-Identifier: Apache-2.0
// OwnTemplates is what other sections know of the list `resources` of the same input:
// the names of the resources that it makes, and which of them have a base and readiness
// checks of their own. A resource of these names is expected even in a call in which its
// template makes none, because a value that it requires is missing.
//
//   resources:
//   - {name: db, base: {…}, readinessChecks: [{type: NonEmpty, fieldPath: status.id}]}
//   - {name: app, base: {…}}
//
//   names()             {"app", "db"}
//   HasChecks("db")     true
//   Find("app")         {.has_base = true, .has_checks = false}
//   Find("web")         nullptr
//
// In a call, a template with forEach or a condition makes other resources than that of
// its own name (crossplane/call/call.h), or none:
//
//   - {name: net, forEach: {items: composite.spec.zones}, base: {…}}
//
//   zones [a, b]          Resources() {"app", "db", "net-a", "net-b"}
//   zones not known yet   Resources() {"app", "db", "net"}, PendingLoops() {"net"}
//
// Mistakes in the list are reported by the section that reads it (render).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "language/input/input.h"

namespace loom {

struct OwnTemplate {
  size_t index = 0;  // in the list
  // Without one it only patches a resource of an earlier step.
  bool has_base = false;
  bool has_checks = false;
  // Whether it makes a resource for each item of a list.
  bool has_loop = false;
};

class OwnTemplates {
 public:
  // Reads the input, whose members are those of `root`.
  static OwnTemplates Parse(const Input& root);

  // Sorted.
  const std::vector<std::string>& names() const { return names_; }
  const OwnTemplate* Find(absl::string_view name) const;
  bool HasChecks(absl::string_view name) const;

  // Whether the name is that of a template with forEach, or may be that of an item.
  bool IsOfLoop(absl::string_view name) const;

  // Which template makes the resource of that name, as messages name it; "" if none does.
  // A template without forEach has its name whatever its condition says, because the input
  // may give a name only once. An item has its name if it is rendered or withheld, so two
  // templates may share a list by their conditions.
  //
  //   resources:
  //   - {name: net-a, base: {…}}
  //   - {name: net, forEach: {items: composite.spec.zones}, base: {…}}    # a, b
  //
  //   MadeBy("net-a")    "resources[0]", before the loop is rendered and after it
  //   MadeBy("net-b")    "an item of resources[1]", after it
  //   MadeBy("net-c")    ""
  std::string MadeBy(absl::string_view name,
                     const Expansions& expansions) const;

  // The resources that they make in a call, also those that wait for a value. A template
  // whose list is not known stands for itself. In the order of the templates.
  std::vector<absl::string_view> Resources(const Expansions& expansions) const;
  // The templates with forEach whose list is not known, sorted.
  std::vector<absl::string_view> PendingLoops(
      const Expansions& expansions) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, OwnTemplate, std::less<>> by_name_;
};

}  // namespace loom
