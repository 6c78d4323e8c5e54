// SPDX-License-Identifier: Apache-2.0
// Rules says in what the accepted inputs differ. Nothing else asks which input
// it has before it: it asks for the rule, by name.
//
//   if (input.rules().canonical_keys) key = CanonicalKey(requirement);
//
// The inputs of the functions that this one replaces keep what published
// Compositions rely on; the native input is free to do what its authors expect.
// Add a difference as a member here and a column in rules.cc.
#pragma once

namespace loom {

// Whose input it is.
enum class Dialect {
  kNative,              // loom.fn.crossplane.io
  kPatchAndTransform,   // pt.fn.crossplane.io
  kEnvironmentConfigs,  // environmentconfigs.fn.crossplane.io
  kExtraResources,      // extra-resources.fn.crossplane.io
};

struct Rules {
  Dialect dialect;

  // Reading the input.

  // What the Go function lets pass, or meets only when it gets there, is an
  // error from the start. Otherwise the former is noted and the latter waits.
  bool refuses_mistakes = false;
  // A section that is present and null is an error. Go's decoder takes it for
  // absent.
  bool refuses_null_sections = false;
  // Messages name a patch by its place in the input, and not by its index after
  // patch sets were put in.
  bool names_places = false;

  // Selecting objects.

  // The key of a requirement says what is asked for, the call waits for each of
  // its keys, and the context notes what was asked. Otherwise the keys are those
  // of the Go function, which takes any object that came for an answer to all.
  bool canonical_keys = false;
  // `resolution: Optional` counts for Single selectors, too.
  bool optional_selectors = false;
  // Numbers and booleans are label values, written as YAML would.
  bool scalar_labels = false;
  // What is Optional forgives a missing value only; otherwise every error.
  bool forgives_only_missing = false;

  // Patching.

  // A Combine patch expands wildcards in its toFieldPath.
  bool combine_expands_wildcards = false;
  // A wildcard may make the last member of its path, and stand for no place.
  bool wildcards_create_members = false;
  // %s of a number or a boolean prints the value. Otherwise it prints what Go
  // does, %!s(float64=3), because recorded answers have it.
  bool prints_scalars_under_s = false;
  // The composite is desired only if something was written to it, and what
  // earlier steps desire keeps its connection details. P&T always gives the
  // desired composite its apiVersion and kind and drops those details.
  bool changes_only_what_it_writes = false;
};

const Rules& RulesOf(Dialect dialect);

}  // namespace loom
