// SPDX-License-Identifier: Apache-2.0
// What the examples of src/tools/test/other_tools use and do not declare.
#pragma once

#include "test/suites/headers/names/tools/test.h"

namespace loom::example::tools_test_other_tools {

using namespace tools_test;  // NOLINT(google-build-using-namespace)

}  // namespace loom::example::tools_test_other_tools
