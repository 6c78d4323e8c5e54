// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "test/suites/headers/names.h"

namespace loom::example::function {}  // namespace loom::example::function
