// SPDX-License-Identifier: Apache-2.0
// OwnTemplates describes the list `resources` of the same input to other sections: the
// names of its resources (of a resource with a computed name, its id), and which of
// them make an object or have readiness checks. A resource with such a name is expected even in a call in which its template renders none,
// because a required value is missing.
//
//   resources:
//   - {name: db, base: {…}, readinessChecks: [{type: NonEmpty, fieldPath: status.id}]}
//   - {name: app, base: {…}}
//
//   names()             {"app", "db"}
//   HasChecks("db")     true
//   Find("app")         {.makes_object = true, .has_checks = false}
//   Find("web")         nullptr
//
// In a call, a template with forEach or a condition makes resources with other names
// than its own (crossplane/call/call.h), or none:
//
//   - {name: net, forEach: {items: composite.spec.zones}, base: {…}}
//
//   zones [a, b]          Resources() {"app", "db", "net-a", "net-b"}
//   zones not known yet   Resources() {"app", "db", "net"}, PendingLoops() {"net"}
//
// Errors in the list are reported by the section that renders it.
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
  // false: the template only patches a resource of an earlier step.
  bool makes_object = false;
  bool has_checks = false;
  // Whether it makes a resource for each item of a list.
  bool has_loop = false;
  // Whether its name is computed, so that names() has its id instead.
  bool has_computed_name = false;
};

// Returns what the input calls the resource of an entry of `resources`: the id or, if
// there is none, the name. "": neither is a string.
absl::string_view IdOfTemplate(const Value& entry);
// Returns the name of such an entry if it is computed; nullptr if it is not.
const Value* ComputedNameOf(const Value& entry);

class OwnTemplates {
 public:
  static constexpr size_t kNone = ~size_t{0};

  // Reads the input whose fields are in `root`.
  static OwnTemplates Parse(const Input& root);

  // Sorted.
  const std::vector<std::string>& names() const { return names_; }
  const OwnTemplate* Find(absl::string_view name) const;
  bool HasChecks(absl::string_view name) const;

  // Reports whether the name is, or may be, that of a template with forEach or its
  // item, or a computed one.
  bool IsOfLoop(absl::string_view name) const;

  // Returns the template that makes the resource of that name, as messages name it; ""
  // if none does. A template without forEach owns its name whatever its condition is,
  // because a name may appear in the input only once. An item owns its name if it is
  // rendered or withheld, so two templates may share a list by their conditions.
  //
  //   resources:
  //   - {name: net-a, base: {…}}
  //   - {name: net, forEach: {items: composite.spec.zones}, base: {…}}    # a, b
  //
  //   MadeBy("net-a")    "resources[0]", before the loop is rendered and after it
  //   MadeBy("net-b")    "an item of resources[1]", after it
  //   MadeBy("net-c")    ""
  //
  // The template with the index `except` is not considered.
  std::string MadeBy(absl::string_view name, const Expansions& expansions,
                     size_t except = kNone) const;

  // Returns the resources of a call in the order of the templates, including resources
  // that wait for a value. A template whose list is not known appears by its own name.
  std::vector<absl::string_view> Resources(const Expansions& expansions) const;
  // Returns the templates with forEach whose list is not known, sorted.
  std::vector<absl::string_view> PendingLoops(
      const Expansions& expansions) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, OwnTemplate, std::less<>> by_name_;
};

}  // namespace loom
