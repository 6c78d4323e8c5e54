// SPDX-License-Identifier: Apache-2.0
// ScalarText is the text of a scalar where Go decodes it into a string. Authors
// write numbers and booleans there without quotes.
//
//   step: 1      "1"
//   step: on     "true"
#pragma once

#include <string>

#include "data/value/value.h"

namespace loom {

// The text is "" for nullptr, null, lists and objects.
std::string ScalarText(const Value* value);

}  // namespace loom
