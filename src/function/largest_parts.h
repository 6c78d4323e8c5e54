// SPDX-License-Identifier: Apache-2.0
// LargestParts lists what makes a response large: its three largest desired
// resources and context keys, with their sizes.
//
//   resource "crd": 2097152 bytes, resource "policy": 1048576 bytes, context
//   key "objects": 4096 bytes
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

// The largest parts of a RunFunctionResponse, whose bytes are given.
std::string LargestParts(absl::string_view response);

}  // namespace loom
