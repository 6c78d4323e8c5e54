// SPDX-License-Identifier: Apache-2.0
// Rules lists the differences between the accepted inputs. Code that treats inputs
// differently checks a rule by name, and never the dialect.
//
//   const bool strict = input.rules().refuses_mistakes;
//
// The drop-in inputs keep the behavior that published Compositions rely on. The native
// input does what its authors expect. To add a difference, add a data member here and
// set it in rules.cc.
#pragma once

namespace loom {

// The accepted inputs, which are distinguished by the group of their apiVersion.
enum class Dialect {
  kNative,              // loom.fn.crossplane.io
  kPatchAndTransform,   // pt.fn.crossplane.io
  kEnvironmentConfigs,  // environmentconfigs.fn.crossplane.io
  kExtraResources,      // extra-resources.fn.crossplane.io
  kAutoReady,           // autoready.fn.crossplane.io
  kSequencer,           // sequencer.fn.crossplane.io
};

struct Rules {
  Dialect dialect;

  // Reading the input.

  // A mistake is an error when the input is read, even if the Go function accepts it or
  // detects it only later. If this is false, a mistake that the Go function accepts is
  // only noted, and any other mistake is an error when the value is used.
  bool refuses_mistakes = false;
  // A null section is an error. If this is false, it counts as absent, as in Go's
  // decoder.
  bool refuses_null_sections = false;
  // Messages name a patch by its location in the input. If this is false, they give its
  // index in the list of the resource, which includes the patches of patch sets.
  bool names_places = false;

  // Selecting objects.

  // A round that waits notes the keys of its requirements in the context (kAskedKey in
  // function/run.h), its response is not cached, and an entry that fails does not
  // prevent the others from requiring objects. If this is false, the context does not
  // change, and an entry that fails ends the call, as in the Go functions.
  bool notes_keys = false;
  // If no extra resources are required, the context value is empty. If this is false,
  // the context does not change.
  bool replaces_with_nothing = false;
  // A config of the environment may be a ConfigMap or a Secret, and namespaces may be
  // read from fields or be expressions. If this is false, configs are
  // EnvironmentConfigs, and namespaces are strings.
  bool reads_namespaces = false;
  // `resolution: Optional` also applies to Single selectors.
  bool optional_selectors = false;
  // Label values may be numbers and booleans, written as in YAML. If this is false,
  // label values must be strings.
  bool scalar_labels = false;
  // Optional forgives only a missing value. If this is false, it forgives every error.
  bool forgives_only_missing = false;

  // Patching.

  // A Combine patch expands wildcards in its toFieldPath.
  bool combine_expands_wildcards = false;
  // A wildcard path may add its last field to the objects before it, and may match no
  // field at all. If this is false, a path without a match is an error.
  bool wildcards_create_members = false;
  // Each entry of extra resources has its own policy and context key, and its labels
  // may be read from the environment. If this is false, the input has one policy and
  // one key for all entries.
  bool entries_have_own_settings = false;
  // The operand of `math` may be a fraction. If this is false, it must be an integer.
  bool math_takes_fractions = false;
  // In a format, %s prints the value of a number or a boolean, and a verb that does not
  // fit is an error. If this is false, the result is that of Go, such as
  // %!s(float64=3), because recorded responses of the Go function contain it.
  bool formats_by_our_rules = false;
  // The desired composite changes only if something is written to it, and the desired
  // resources of earlier steps keep their connection details. If this is false, the
  // desired composite always gets its apiVersion and kind, and the connection details
  // are dropped, as in P&T.
  bool changes_only_what_it_writes = false;
  // Expressions are available. They bring the native input its own patch types,
  // transform, and conditions and loops of templates.
  bool has_expressions = false;
};

const Rules& RulesOf(Dialect dialect);

// Returns the same rules, but every mistake is an error. Use them to check an input
// instead of running it.
const Rules& StrictRulesOf(Dialect dialect);

}  // namespace loom
