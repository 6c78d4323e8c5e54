// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "language/input/fields.h"
#include "test/suites/headers/names.h"

namespace loom::example::language_input {

extern const Input input;
extern const Input root;
extern Problems problems;
extern Fields fields;
void ParsePatch(const Input& patch);
void Fatal(absl::string_view message);

}  // namespace loom::example::language_input
