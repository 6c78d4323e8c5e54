// SPDX-License-Identifier: Apache-2.0
// LargestParts lists what makes a response large: its three largest desired
// resources and context keys, with their sizes.
//
//   resource "crd": 2097152 bytes, resource "policy": 1048576 bytes, context
//   key "objects": 4096 bytes
#pragma once

#include <string>

#include "crossplane/contract/response.h"

namespace loom {

// The parts are measured and not written, so a response of any size may be asked
// about.
std::string LargestParts(const Response& response);

}  // namespace loom
