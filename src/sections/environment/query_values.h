// SPDX-License-Identifier: Apache-2.0
// QueryValues are what the entries of `environment.configs` and of `extraResources` read
// the values of their labels and their namespaces from.
#pragma once

#include "data/value/value.h"
#include "language/cel/program/declarations.h"

namespace loom {

struct QueryValues {
  const Value& composite;  // observed
  const Value& environment;
  // Of expressions; may be null if there are none.
  CelVariables* variables = nullptr;
  Pool* pool = nullptr;
};

}  // namespace loom
