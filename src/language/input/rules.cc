// SPDX-License-Identifier: Apache-2.0
#include "language/input/rules.h"

#include <cstddef>

namespace loom {
namespace {

constexpr Rules kNative = {
    .dialect = Dialect::kNative,
    .refuses_mistakes = true,
    .refuses_null_sections = true,
    .names_places = true,
    .notes_keys = true,
    .replaces_with_nothing = true,
    .reads_namespaces = true,
    .optional_selectors = true,
    .scalar_labels = true,
    .forgives_only_missing = true,
    .combine_expands_wildcards = true,
    .wildcards_create_members = true,
    .entries_have_own_settings = true,
    .math_takes_fractions = true,
    .formats_by_our_rules = true,
    .changes_only_what_it_writes = true,
    .has_expressions = true,
};

// All drop-in inputs have the same rules.
constexpr Rules DropIn(Dialect dialect) { return {.dialect = dialect}; }

// The table, in the order of Dialect. Add an input here.
constexpr Rules kRules[] = {
    kNative,
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
