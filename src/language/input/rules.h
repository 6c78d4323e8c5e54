// SPDX-License-Identifier: Apache-2.0
// Rules is the list of differences between the accepted inputs. Code that has
// to treat inputs differently asks for a rule by name, and not for the dialect.
//
//   const bool strict = input.rules().refuses_mistakes;
//
// The drop-in inputs keep what published Compositions rely on. The native input
// does what its authors expect. To add a difference, add a member here and set
// it in rules.cc.
#pragma once

namespace loom {

// Which input it is, by the group of its apiVersion.
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

  // A mistake is an error when the input is read, even if the Go function
  // accepts it or notices it only later. If this is false, an accepted mistake
  // is only noted, and the other is an error when the value is used.
  bool refuses_mistakes = false;
  // A section that is null is an error. If this is false, it counts as absent,
  // as in Go's decoder.
  bool refuses_null_sections = false;
  // Messages name a patch by its place in the input. If this is false, they
  // name its index in the resource's list, in which the patches of patch sets
  // count.
  bool names_places = false;

  // Selecting objects.

  // A round that waits notes in the context what it asked for (kAskedKey in
  // function/run.h), no cache keeps its response, and an entry that fails does not
  // keep the others from asking. If this is false, the context stays as it is, and
  // an entry that fails ends the call, as in the Go functions.
  bool notes_keys = false;
  // Extra resources of which none is asked for make an empty context value. If this is
  // false, the context stays as it is.
  bool replaces_with_nothing = false;
  // A config of the environment may be a ConfigMap or a Secret, and namespaces may be
  // read from fields or be expressions. If this is false, configs are
  // EnvironmentConfigs, and namespaces are texts.
  bool reads_namespaces = false;
  // `resolution: Optional` also applies to Single selectors.
  bool optional_selectors = false;
  // Numbers and booleans are label values, written as in YAML. If this is
  // false, label values are texts.
  bool scalar_labels = false;
  // Optional forgives a missing value and no other error. If this is false, it
  // forgives every error.
  bool forgives_only_missing = false;

  // Patching.

  // A Combine patch expands wildcards in its toFieldPath.
  bool combine_expands_wildcards = false;
  // A wildcard path may add its last member to the objects before it, and it
  // may match no place at all. If this is false, the latter is an error.
  bool wildcards_create_members = false;
  // An entry of extra resources has a policy and a context key of its own, and
  // its labels may be read from the environment. If this is false, the input has
  // one policy and one key for all entries.
  bool entries_have_own_settings = false;
  // The operand of `math` may be a fraction. If this is false, it is a whole number.
  bool math_takes_fractions = false;
  // In a format, %s prints a number or a boolean as its value, and a verb that does not
  // fit is an error. If this is false, the text has what Go prints, such as
  // %!s(float64=3), because recorded answers of the Go function contain it.
  bool formats_by_our_rules = false;
  // The desired composite changes only if something is written to it, and the
  // desired resources of earlier steps keep their connection details. If this
  // is false, the desired composite always gets its apiVersion and kind, and
  // those details are dropped, as in P&T.
  bool changes_only_what_it_writes = false;
  // There are expressions: patch types, a transform, conditions and loops of templates
  // that are the native input's own.
  bool has_expressions = false;
};

const Rules& RulesOf(Dialect dialect);

// The same, but mistakes are refused in every input. This is for whoever checks
// an input instead of running it.
const Rules& StrictRulesOf(Dialect dialect);

}  // namespace loom
