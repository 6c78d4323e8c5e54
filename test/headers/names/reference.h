// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/reference_field.h"

namespace loom::example {

extern const Reference reference;
extern const Place place;
extern const Path path;
extern Call call;

}  // namespace loom::example
