// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/diagnostics/diagnostic.h"

namespace loom::example::tools_diagnostics {

extern const YamlDocument document;

}  // namespace loom::example::tools_diagnostics
