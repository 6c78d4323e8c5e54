// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/findings/finding.h"

namespace loom::example::tools_findings {

extern const YamlDocument document;
extern const LintDocument checked;

}  // namespace loom::example::tools_findings
