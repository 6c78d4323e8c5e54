// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "yaml/reader.h"

namespace loom::example {

extern const YamlDocument document;

}  // namespace loom::example
