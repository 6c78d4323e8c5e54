// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sections/dependencies/settlement.h"

namespace loom::example::sections_dependencies {

extern Call call;
extern Outcome outcome;
extern Pool* pool;
extern Value object;
extern const OwnTemplates templates;
extern const DependencyPlan plan;
extern const Dependency dependency;
extern const KnownNames names;
extern const Names dependents;
extern const FoundResources found;
extern std::vector<std::string> refused;
extern absl::string_view ignore_label;

}  // namespace loom::example::sections_dependencies
