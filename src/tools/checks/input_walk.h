// SPDX-License-Identifier: Apache-2.0
// ResourcesOf lists the resources of an input with their patches in the order in which
// they run, including those of patch sets. Rules about patches use it.
//
//   for (const LintResource& resource : ResourcesOf(input)) {
//     for (const LintPatch& patch : resource.patches) Look(patch);
//   }
//
// Entries that the validator refuses are left out: a patch of an unknown type, a
// malformed path, a set that does not exist. An input is walked once, by the first call or
// by WalkThrough; the lists live as long as the input. After that, several threads may
// ask for the lists.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/patches/patch_types.h"
#include "tools/workspace/corpus.h"

namespace loom {

struct LintPatch {
  std::string place;  // in the input
  const Value* value;
  const PatchType* type;
  Path from;  // empty for patches that combine
  Path to;
  std::string
      to_member;  // toFieldPath, or fromFieldPath if that is the default
  bool required = false;  // policy.fromFieldPath: Required
  bool merges = false;    // policy.toFieldPath is set, and is not Replace
  // For a string with expressions in a template: the expressions. The patch is
  // FromExpression, `place` is the location of the string, and `value` is synthetic.
  std::vector<std::string> inlined = {};
  struct MadeUp {
    Pool pool;
    Value value{rapidjson::kObjectType};
  };
  std::shared_ptr<MadeUp> made_up = nullptr;

  // Return the locations of the target and of the expression in the input.
  std::string ToPlace() const {
    return inlined.empty() ? absl::StrCat(place, ".", to_member) : place;
  }
  std::string ExpressionPlace() const {
    return inlined.empty() ? absl::StrCat(place, ".expression") : place;
  }
};

struct LintResource {
  std::string place;  // in the input
  const Value* value;
  const Value* base;  // or the template, with its expressions; nullptr for none
  std::vector<LintPatch> patches;

  std::string BasePlace() const {
    return absl::StrCat(
        place, Find(*value, "base") == nullptr ? ".template" : ".base");
  }
};

const InputWalk& WalkThrough(const LintInput& input);

const std::vector<LintResource>& ResourcesOf(const LintInput& input);

// An object that a template makes: its base, or the manifest that the base wraps.
struct LintObject {
  std::string place;  // in the input
  const Value* value;
  std::vector<Segment> above;  // its path in the base
};

std::vector<LintObject> ObjectsOf(const LintResource& resource);

// Returns whether a patch may write at a path of the base, above it or below it.
bool IsPatched(const LintResource& resource, absl::Span<const Segment> place);

// Returns whether sections other than resources and overlays may write any fields of the
// resources.
bool HasOtherWriters(const LintInput& input);

// The field of a reference that externalReferences removes before the resource is
// applied, because the entry has writeTo. The schema of the kind may lack the field.
struct RemovedReference {
  std::string resource;  // "": any
  Path field;
};

std::vector<RemovedReference> RemovedReferencesOf(const LintPipeline& pipeline);

// Returns whether a path of the resource is in such a field, or is one above it.
bool IsRemoved(const std::vector<RemovedReference>& removed,
               const LintResource& resource, absl::Span<const Segment> path);

// Returns the strings with expressions in `overlays`, as patches, and its patches.
std::vector<LintPatch> OverlayPatchesOf(const LintInput& input);

// Returns the strings with expressions in `status`, as patches.
std::vector<LintPatch> StatusOf(const LintInput& input);

// Returns the patches of the environment, of resources, of all patch sets, of `status`
// and of overlays, each once.
const std::vector<LintPatch>& AllPatchesOf(const LintInput& input);

// A field that is read, and the location in the input that names it.
struct LintSource {
  std::string place;
  Path path;
};

// Returns what a patch reads if it copies or combines.
std::vector<LintSource> SourcesOf(const LintPatch& patch);

// Returns the fields of a resource that its connection details and readiness checks
// read.
std::vector<LintSource> SourcesOfChecks(const LintResource& resource);

// ExpressionsOf lists the expressions of a native input with their locations: those that
// the validator has compiled, so that no field is forgotten. StaticTypeOf returns what is
// known about the value of an expression.
//
//   for (const LintExpression& expression : ExpressionsOf(input, resources)) {
//     Look(expression);
//   }
//
//   StaticTypeOf("composite.spec.size > 1")     {"boolean"}
//   StaticTypeOf("composite.spec.size")         {""}
//   StaticTypeOf("composite.spec.?size")        {"", may_be_absent: true}
//
// A read from an item of forEach is reported as a read from the composite, if the list
// is a field of the composite.

struct LintExpression {
  std::string place;   // in the input
  std::string member;  // the field; "" for an expression in ${…}
  std::string text;
  // The resource that contains the expression; nullptr for none.
  const LintResource* resource = nullptr;
};

// `resources` are the resources of the input, and must outlive the result.
std::vector<LintExpression> ExpressionsOf(
    const LintInput& input, const std::vector<LintResource>& resources);

// Returns whether parts of the expression are only evaluated under a condition.
bool HasConditions(const LintExpression& expression);

struct StaticType {
  std::string name;  // as in schemas; "" if unknown
  bool may_be_absent = false;
};

// Returns an unknown type for a string that is not an expression.
StaticType StaticTypeOf(absl::string_view expression);

// Returns the list of a resource with forEach, if the list is a field.
std::optional<ExpressionRead> ListOf(const LintResource& resource);

}  // namespace loom
