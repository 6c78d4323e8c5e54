// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <string>

#include "absl/algorithm/container.h"
#include "base/errors.h"
#include "tools/findings/diagnostic.h"
#include "tools/test_files/document_mistakes.h"
#include "tools/test_files/test_file.h"
#include "tools/test_files/test_mistakes.h"
#include "tools/workspace/composition.h"
#include "tools/workspace/files.h"

namespace loom::example::tools_test_files {

extern Files files;
extern const std::string path;
extern const TestFile test;
extern const YamlDocument document;
extern const Value schema;

}  // namespace loom::example::tools_test_files
