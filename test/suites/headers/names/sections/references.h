// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sections/references/reference_field.h"

namespace loom::example::sections_references {

extern const Reference reference;
extern const Place place;
extern const Path path;
extern Call call;

}  // namespace loom::example::sections_references
