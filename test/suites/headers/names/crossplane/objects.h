// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "data/fieldpath/path.h"

namespace loom::example::crossplane_objects {

extern const Path path;
extern std::vector<const Value*> objects;

}  // namespace loom::example::crossplane_objects
