// SPDX-License-Identifier: Apache-2.0
#include "language/input/rules.h"

#include <cstddef>

namespace loom {
namespace {

constexpr Rules DropIn(Dialect dialect) {
  return {.dialect = dialect, .refuses_mistakes = false, .follows_go = true};
}

// The table, in the order of Dialect. Add an input here.
constexpr Rules kRules[] = {
    {.dialect = Dialect::kNative,
     .refuses_mistakes = true,
     .follows_go = false},
    DropIn(Dialect::kPatchAndTransform),
    DropIn(Dialect::kEnvironmentConfigs),
    DropIn(Dialect::kExtraResources),
    DropIn(Dialect::kAutoReady),
    DropIn(Dialect::kSequencer),
};

constexpr Rules Strict(Dialect dialect) {
  Rules rules = kRules[static_cast<size_t>(dialect)];
  rules.refuses_mistakes = true;
  return rules;
}

constexpr Rules kStrictRules[] = {
    Strict(Dialect::kNative),
    Strict(Dialect::kPatchAndTransform),
    Strict(Dialect::kEnvironmentConfigs),
    Strict(Dialect::kExtraResources),
    Strict(Dialect::kAutoReady),
    Strict(Dialect::kSequencer),
};

}  // namespace

const Rules& StrictRulesOf(Dialect dialect) {
  return kStrictRules[static_cast<size_t>(dialect)];
}

const Rules& RulesOf(Dialect dialect) {
  return kRules[static_cast<size_t>(dialect)];
}

}  // namespace loom
