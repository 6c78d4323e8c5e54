// SPDX-License-Identifier: Apache-2.0
// What convert knows of steps: the kinds that it converts, and the flaws of their
// functions that a native step does not have.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/nodes.h"

namespace loom {

// The kinds of steps that a conversion knows, a row each: by the group of the
// step's input, or by the end of the name of a function whose steps have no
// input.
//
//   input: {apiVersion: pt.fn.crossplane.io/v1beta1, …}     kPatchAndTransform
//   functionRef: {name: function-auto-ready}                kAutoReady
//   functionRef: {name: function-loom}                      kAutoReady, without an input
//   functionRef: {name: function-kcl}, input: {…}           none
//   functionRef: {name: function-cel-filter}, input: {…}    none, whatever its group

enum class StepRole {
  kEnvironmentConfigs,
  kExtraResources,
  kPatchAndTransform,
  kSequencer,
  kAutoReady,
  kNative,
};

struct StepKind {
  absl::string_view group;
  absl::string_view function;
  StepRole role;
};

// nullptr: the table has no such kind.
const StepKind* KindOf(const Value& step);

// Whether steps of the role become native ones.
bool BecomesNative(StepRole role);

// The input of a step; nullptr if it has none that is an object.
const Value* InputOf(const Value& step);
// The member of that name of the step's input, or of the `spec` in it; nullptr if
// there is none.
const Value* InputMember(const Value& step, absl::string_view name);
const Value* SpecMember(const Value& step, absl::string_view name);

// The text of a member of `object`; "" if there is none.
std::string ScalarMember(const Value* object, absl::string_view name);

// NoteQuirks notes where a native step may give another value than the function
// that it replaces, because a flaw of that function is fixed
// (docs/differences.md). The table in step_kind.cc says what it looks for.
//
//   string: {type: Format, fmt: "%d"}
//     fmt "%d": a whole number is written as 5, not as %!d(float64=5)
//
// Values in a `base` and in `defaultData` are no settings, and are passed over.
//
// `section` is at `path` of its document.
void NoteQuirks(const Value& section, const NodePath& path,
                std::vector<NodeRemark>* notes);

}  // namespace loom
