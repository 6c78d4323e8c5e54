// SPDX-License-Identifier: Apache-2.0
// StepKind is a kind of pipeline step that `convert` knows, and NoteQuirks finds the
// flaws of replaced functions that a native step does not have.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "tools/yaml/nodes.h"

namespace loom {

// A table has one row per kind. A step is identified by the group of its input or, for
// a function whose steps have no input, by the end of the function's name.
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

// Returns the kind of a step; nullptr if the table has no such kind.
const StepKind* KindOf(const Value& step);

// Returns whether steps of the role become native steps.
bool BecomesNative(StepRole role);

// Returns the input of a step; nullptr if it has none or it is not an object.
const Value* InputOf(const Value& step);
// Return the field of that name in the step's input, or in its `spec`; nullptr if it
// does not exist.
const Value* InputMember(const Value& step, absl::string_view name);
const Value* SpecMember(const Value& step, absl::string_view name);

// Return a field; nullptr if `object` is nullptr or no object, or has no such field or,
// for ListMember, no list there.
const Value* MemberOf(const Value* object, absl::string_view name);
const Value* ListMember(const Value* object, absl::string_view name);

// Returns a field of `object` as a string; "" if it does not exist.
std::string ScalarMember(const Value* object, absl::string_view name);

// NoteQuirks adds a note wherever a native step may give a different value than the
// function that it replaces, because a flaw of that function is fixed
// (docs/differences.md). A table in step_kind.cc lists the flaws.
//
//   string: {type: Format, fmt: "%d"}
//     fmt "%d": a whole number is written as 5, not as %!d(float64=5)
//
// Values in a `base` and in `defaultData` are not settings, and are skipped.
//
// `section` is at `path` of its document.
void NoteQuirks(const Value& section, const NodePath& path,
                std::vector<NodeRemark>* notes);

}  // namespace loom
