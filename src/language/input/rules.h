// SPDX-License-Identifier: Apache-2.0
// Rules says how the accepted inputs differ. Code that treats inputs differently checks a
// rule, and never the dialect.
//
//   const bool strict = input.rules().refuses_mistakes;
//
// The drop-in inputs keep the behavior that published Compositions rely on. The native
// input does what its authors expect.
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

  // A mistake is an error when the input is read, even if the Go function accepts it or
  // detects it only later. If this is false, a mistake that the Go function accepts is
  // only noted, and any other mistake is an error when the value is used.
  bool refuses_mistakes;

  // A drop-in input, which behaves as in the Go function that it replaces. The native
  // input, for which this is false, differs in all of these:
  //
  // Reading the input:
  // - A null section is an error. In Go's decoder, it counts as absent.
  // - Messages name a patch by its location in the input. The Go functions give its
  //   index in the list of the resource, which includes the patches of patch sets.
  // - Expressions are available, and with them patch types, a transform, and conditions
  //   and loops of templates.
  //
  // Selecting objects:
  // - A round that waits notes the keys of its requirements in the context (kAskedKey in
  //   function/run.h), its response is not cached, and an entry that fails does not
  //   prevent the others from requiring objects. In the Go functions, the context does
  //   not change, and an entry that fails ends the call.
  // - If no extra resources are required, the context value is empty. In Go, the context
  //   does not change.
  // - A config of the environment may be a ConfigMap or a Secret, and namespaces may be
  //   read from fields or be expressions. In Go, configs are EnvironmentConfigs, and
  //   namespaces are strings.
  // - Each entry of extra resources has its own policy and context key, and its labels
  //   may be read from the environment. In Go, all entries have the same.
  // - `resolution: Optional` also applies to Single selectors.
  // - Label values may be numbers and booleans, written as in YAML.
  // - Optional forgives only a missing value. In Go, it forgives every error.
  //
  // Patching:
  // - A Combine patch expands wildcards in its toFieldPath.
  // - A wildcard path may add its last field to the objects before it, and may match no
  //   field at all. In Go, a path without a match is an error.
  // - The operand of `math` may be a fraction.
  // - In a format, %s prints the value of a number or a boolean, and a verb that does not
  //   fit is an error. Recorded responses of the Go function contain Go's result, such as
  //   %!s(float64=3).
  // - The desired composite changes only if something is written to it, and the desired
  //   resources of earlier steps keep their connection details. In P&T, the desired
  //   composite always gets its apiVersion and kind, and the connection details are
  //   dropped.
  bool follows_go;
};

const Rules& RulesOf(Dialect dialect);

// Returns the same rules, but every mistake is an error. Use them to check an input
// instead of running it.
const Rules& StrictRulesOf(Dialect dialect);

}  // namespace loom
