// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "data/value/object.h"
#include "tools/findings/finding.h"
#include "tools/workspace/files.h"
#include "tools/workspace/template_names.h"

namespace loom::example::tools_workspace {

extern const YamlDocument composite;
extern std::vector<YamlDocument> documents;
extern Files files;
extern std::vector<std::unique_ptr<LintDocument>> lint_documents;

}  // namespace loom::example::tools_workspace
