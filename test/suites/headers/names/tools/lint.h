// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/findings/finding.h"
#include "tools/workspace/corpus.h"

namespace loom::example::tools_lint {

extern const Corpus corpus;
extern LintFindings findings;
extern bool (*const on)(absl::string_view);

}  // namespace loom::example::tools_lint
