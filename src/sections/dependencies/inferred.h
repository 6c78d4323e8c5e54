// SPDX-License-Identifier: Apache-2.0
// Inferred dependencies follow from the values that resources of a step read of each
// other: `{resource: ".*", inferred: true, …}` becomes an entry with dependsOn for each
// resource that reads another one.
//
// A resource reads another one by observed.resources.NAME in an expression of its
// template, condition, forEach, patches (including patch sets) or connection details,
// or by a reference to it with fromResource. A template with forEach is read by the
// name of one of its items, or by a computed name that begins with its own: 'subnet-' +
// key. Values read through the composite or the environment do not count.
//
// All other fields of the entry apply to each entry that it is replaced by. A pair that
// another entry names is not inferred. An entry without inferred dependencies is a
// note. The rules are ours.
#pragma once

#include <vector>

#include "language/input/input.h"
#include "sections/dependencies/dependency.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

// Replaces the inferred entries by the entries that follow from them. `root` is the
// input.
std::vector<Dependency> WithInferred(std::vector<Dependency> list,
                                     const OwnTemplates& templates,
                                     const Input& root);

}  // namespace loom
