// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crossplane/call/call.h"
#include "sections/shared/targets/reference.h"

namespace loom::example::sections_shared_targets {

extern const Reference reference;
extern const Place place;
extern const Path path;
extern Call call;

}  // namespace loom::example::sections_shared_targets
