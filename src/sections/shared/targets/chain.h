// SPDX-License-Identifier: Apache-2.0
// RoundsOf says for each reference in how many rounds all that it asks for is known.
//
//   no object                                               0
//   an object of a kind that is known                       1
//   an object of a kind that has to be looked up            2
//   an object whose name, namespace or label stands where   1 more than that
//   an earlier reference writes it                          reference
//
// Crossplane lets a step ask for more five times (limits::kRounds) and then fails
// the reconcile, so an input with a longer chain could never work:
//
//   references[5]: needs 6 rounds of requirements, and Crossplane makes 5
#pragma once

#include <vector>

#include "sections/shared/targets/reference.h"

namespace loom {

std::vector<int> RoundsOf(const std::vector<Reference>& references);

}  // namespace loom
