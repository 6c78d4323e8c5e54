// SPDX-License-Identifier: Apache-2.0
// Inferred dependencies follow from what the resources of a step read of each other.
//
//   resources:
//   - {name: db, base: {…}}
//   - name: replica
//     template:
//       …
//       spec: {of: "${observed.resources.db.resource.status.id}"}
//   dependencies:
//   - {resource: ".*", inferred: true, deletion: Usage}
//
// means
//
//   dependencies:
//   - {resource: replica, dependsOn: [{resource: db}], deletion: Usage}
//
// A resource reads another one by observed.resources.NAME in an expression of its template,
// condition, forEach, patches (those of its patch sets, too) or connection details, or by
// a reference to it with fromResource. A template with forEach is meant by the names of
// its items, and by a computed name that begins with its own: 'subnet-' + key. What is
// read through the composite or the environment does not count.
//
// Everything else of the entry holds for each that it stands for. A pair that another
// entry names is left to that one. An entry from which nothing follows is a note:
//
//   dependencies[0].inferred: nothing that it matches reads another resource
//
// The rules are ours.
#pragma once

#include <vector>

#include "language/input/input.h"
#include "sections/dependencies/dependency.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

// Puts the entries that follow in the place of the inferred ones. `root` is the input.
std::vector<Dependency> WithInferred(std::vector<Dependency> list,
                                     const OwnTemplates& templates,
                                     const Input& root);

}  // namespace loom
